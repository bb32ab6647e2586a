import { createDeviceChoice } from './device-choice.ts';

/** The name of this till; empty if it has none. Stored on the device. */
export const tillChoice = createDeviceChoice('zawadi-till-name', (kept) => kept ?? '');

/** Merchant code and place id, because a device may serve several merchants. */
const choice = createDeviceChoice('zawadi-till-place', (kept) => kept ?? '');

/** The place where this device is, for staff of all places. Stored on the device for one merchant. */
export const placeChoice = {
  watch: choice.watch,
  /** @returns the id of the place; undefined if none was chosen for this merchant */
  of: (merchantCode: string): string | undefined => {
    const [code, placeId] = choice.read().split(' ');
    return code === merchantCode ? placeId : undefined;
  },
  set: (merchantCode: string, placeId: string): void => choice.set(`${merchantCode} ${placeId}`),
};

/** Returns place and till of this device for a redemption. */
export function thisTill(merchantCode: string): { placeId?: string; till?: string } {
  const [placeId, till] = [placeChoice.of(merchantCode), tillChoice.read()];
  return { ...(placeId !== undefined && { placeId }), ...(till !== '' && { till }) };
}
