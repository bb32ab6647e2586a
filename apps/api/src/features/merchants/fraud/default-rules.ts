import type { FraudRules } from '@zawadi/contract';

/** What holds until an administrator changes it. */
export const defaultRules: FraudRules = {
  rapidRedemptions: { isOn: true, withinMinutes: 5, byPerson: 20, bySystem: 600 },
  manyVouchersOnePhone: { isOn: true, withinHours: 24, vouchers: 5, high: 10 },
  unusuallyLarge: { isOn: true, leastAmount: 5_000, comparedWith: 200, atLeast: 20, times: 5, high: 10 },
  // Tills are counted and queues served before opening and after closing.
  outsideOpeningHours: { isOn: true, graceMinutes: 30 },
  wrongCodes: { isOn: true },
};
