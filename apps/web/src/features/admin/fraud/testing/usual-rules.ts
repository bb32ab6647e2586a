import type { FraudRules } from '@zawadi/contract/fraud-rules';

/** The default rules: all on, with the product's thresholds. */
export const USUAL_RULES: FraudRules = {
  rapidRedemptions: { isOn: true, withinMinutes: 5, byPerson: 20, bySystem: 600 },
  manyVouchersOnePhone: { isOn: true, withinHours: 24, vouchers: 5, high: 10 },
  unusuallyLarge: { isOn: true, leastAmount: 5_000, comparedWith: 200, atLeast: 20, times: 5, high: 10 },
  outsideOpeningHours: { isOn: true, graceMinutes: 30 },
  wrongCodes: { isOn: true, withinHours: 24, byOne: 10, byShop: 30, byAddress: 100 },
  shopVelocity: { isOn: true, redemptions: 500, amount: 500_000 },
  buyerVelocity: { isOn: true, withinHours: 24, purchases: 10, amount: 250_000 },
  manyRefunds: { isOn: true, withinHours: 24, ofMerchant: 10, ofBuyer: 3, byAdministrator: 20 },
  sharedPhone: { isOn: true, withinDays: 30, accounts: 3, buyers: 5 },
  passThrough: { isOn: true, withinHours: 24, amount: 20_000, high: 100_000 },
  manyGivers: { isOn: true, withinDays: 7, givers: 10, high: 30 },
  justBelowLimit: { isOn: true, withinHours: 72, percent: 5, times: 3 },
  manyContactsShown: { isOn: true, withinHours: 24, records: 50 },
};
