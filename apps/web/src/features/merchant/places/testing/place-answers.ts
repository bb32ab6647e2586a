import { sample } from '@zawadi/contract/example-values';
import { listPlaces, type MerchantPlace } from '@zawadi/contract/merchants-place-list';
import { answer, type Answer } from '../../../../testing/contract-answers.ts';

/** Makes the main place of a shop, which has set nothing yet; `details` overrides fields. */
export function placeOf(details: Partial<MerchantPlace> = {}): MerchantPlace {
  return { placeId: sample.id, name: 'Main shop', isMain: true, openingHours: null, ...details };
}

/** Makes a second place. */
export const westlands = placeOf({ placeId: sample.redemptionId, name: 'Westlands', isMain: false });

export function placesAnswer(...places: MerchantPlace[]): Answer {
  return answer(listPlaces, { places });
}
