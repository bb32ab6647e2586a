import { exampleFraudRules, type FraudRules } from '@zawadi/contract';
import { expect, test } from 'vitest';
import { areWeaker } from './weaker-rules.ts';

type Rule = keyof FraudRules;

const figures = Object.entries(exampleFraudRules).flatMap(([rule, values]) =>
  Object.keys(values)
    .filter((figure) => figure !== 'isOn')
    .map((figure) => ({ rule: rule as Rule, figure })),
);

function withFigure(rule: Rule, figures: object): FraudRules {
  return { ...exampleFraudRules, [rule]: { ...exampleFraudRules[rule], ...figures } };
}

const more = (rule: Rule, figure: string, by: number) => {
  const was = new Map<string, unknown>(Object.entries(exampleFraudRules[rule])).get(figure);
  return areWeaker(exampleFraudRules, withFigure(rule, { [figure]: Number(was) + by }));
};

/** Windows of rules. A narrower one counts fewer events, so it detects less. */
const NARROWER_IS_WEAKER = ['withinMinutes', 'withinHours', 'withinDays', 'percent'];

test('each threshold is weaker in one direction and stricter in the other', () => {
  for (const { rule, figure } of figures) {
    const isWindow = NARROWER_IS_WEAKER.includes(figure);
    const isEither = figure === 'comparedWith';
    expect
      .soft([more(rule, figure, 1), more(rule, figure, -1)], `${rule}.${figure}`)
      .toEqual([!isWindow || isEither, isWindow || isEither]);
  }
});

test('switching a rule off makes it weaker; changing a rule that is off does not', () => {
  for (const rule of Object.keys(exampleFraudRules) as Rule[]) {
    const off = withFigure(rule, { isOn: false });
    expect
      .soft([areWeaker(exampleFraudRules, off), areWeaker(off, exampleFraudRules), areWeaker(off, off)], rule)
      .toEqual([true, false, false]);
  }
});

test('one weaker threshold among many stricter ones makes a change weaker', () => {
  const stricter = withFigure('wrongCodes', { byOne: 2, byShop: 2, withinHours: 100 });
  expect(areWeaker(exampleFraudRules, stricter)).toBe(false);
  const { manyRefunds } = exampleFraudRules;
  expect(areWeaker(exampleFraudRules, { ...stricter, manyRefunds: { ...manyRefunds, ofBuyer: 4 } })).toBe(
    true,
  );
});
