import { fraudRules, type FraudRules } from '@zawadi/contract/fraud';
import { expect, test } from 'vitest';
import { describeRules, RULES } from './rule-words.ts';

const CHOSEN: FraudRules = {
  rapidRedemptions: { isOn: true, withinMinutes: 5, byPerson: 20, bySystem: 600 },
  manyVouchersOnePhone: { isOn: false, withinHours: 24, vouchers: 5, high: 10 },
  unusuallyLarge: { isOn: true, leastAmount: 5_000, comparedWith: 200, atLeast: 20, times: 5, high: 10 },
  outsideOpeningHours: { isOn: true, graceMinutes: 30 },
  wrongCodes: { isOn: true, withinHours: 24, byOne: 10, byShop: 30, byAddress: 100 },
  shopVelocity: { isOn: true, redemptions: 500, amount: 500_000 },
  buyerVelocity: { isOn: true, withinHours: 24, purchases: 10, amount: 250_000 },
  manyRefunds: { isOn: true, withinHours: 24, ofMerchant: 10, ofBuyer: 3, byAdministrator: 20 },
  sharedPhone: { isOn: true, withinDays: 30, accounts: 3, buyers: 5 },
};

test('every figure of every rule has a field', () => {
  const figures = Object.entries(fraudRules.parse(CHOSEN)).flatMap(([rule, values]) =>
    Object.keys(values).map((name) => `${rule}.${name}`),
  );
  const shown = RULES.flatMap(({ name, figures: own }) => [`${name}.isOn`, ...own.map((one) => one.name)]);
  expect(shown.slice().sort()).toEqual(figures.slice().sort());
});

test('rules read as words, amounts with their currency', () => {
  expect(describeRules(CHOSEN)).toMatchObject({
    'Rapid redemptions': 'On',
    'Many vouchers of one phone': 'Off',
    'Rapid redemptions: redemptions of one person': '20',
    'Unusually large: from an amount of': 'KES\u00a05,000',
  });
});
