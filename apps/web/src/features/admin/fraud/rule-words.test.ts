import { fraudRules, type FraudRules } from '@zawadi/contract/fraud-rules';
import { expect, test } from 'vitest';
import { describeRules, RULES } from './rule-words.ts';
import { USUAL_RULES } from './testing/usual-rules.ts';

const CHOSEN: FraudRules = {
  ...USUAL_RULES,
  manyVouchersOnePhone: { ...USUAL_RULES.manyVouchersOnePhone, isOn: false },
};

test('shows a field for every threshold of every rule', () => {
  const figures = Object.entries(fraudRules.parse(CHOSEN)).flatMap(([rule, values]) =>
    Object.keys(values).map((name) => `${rule}.${name}`),
  );
  const shown = RULES.flatMap(({ name, figures: own }) => [`${name}.isOn`, ...own.map((one) => one.name)]);
  expect(shown.slice().sort()).toEqual(figures.slice().sort());
});

test('describes rules in words, and amounts with their currency', () => {
  expect(describeRules(CHOSEN)).toMatchObject({
    'Rapid redemptions': 'On',
    'Many vouchers of one phone': 'Off',
    'Rapid redemptions: redemptions of one person': '20',
    'Unusually large: from an amount of': 'KES\u00a05,000',
  });
});
