import { readMerchantSettings, type MerchantSettings } from '@zawadi/contract/merchants-settings';
import { answer, type Answer } from '../../../../testing/contract-answers.ts';

export const SETTINGS = '/merchant/dashboard/settings';

/** Makes the settings of a shop that has set nothing yet; `details` overrides fields. */
export function settingsOf(details: Partial<MerchantSettings> = {}): MerchantSettings {
  return {
    profile: {
      businessName: 'Mama Njeri Groceries',
      contactName: 'Njeri Kamau',
      contactEmail: 'njeri@example.test',
      contactPhoneNumber: '254722000103',
    },
    brandingConfig: { primaryColor: '#7A2E12' },
    settlementSchedule: { frequency: 'daily', hour: 9 },
    payoutChannel: null,
    nextPayoutChannel: null,
    areSettlementsHeld: false,
    ...details,
  };
}

export function settingsAnswer(details: Partial<MerchantSettings> = {}): Answer {
  return answer(readMerchantSettings, settingsOf(details));
}
