import { expect, test } from 'vitest';
import { shillingsTyped } from './money-field.tsx';

test.each([
  ['5000', 5000],
  ['5,000', 5000],
  [' KES 1 200 ', 1200],
  ['250.00', 250],
])('%s is understood', (typed, expected) => {
  expect(shillingsTyped(typed)).toBe(expected);
});

test.each(['', 'abc', '-5', '10.50', '1e3', '0x10', '5 000 000 or so'])('%s is no amount', (typed) => {
  expect(shillingsTyped(typed)).toBeNaN();
});
