import { expect, test } from 'vitest';
import { centsText } from './cents-text.ts';

test('shows cents with thousands separators, two decimals and a true minus sign', () => {
  expect(centsText(123_450)).toBe('1,234.50');
  expect(centsText(-7)).toBe('\u22120.07');
  expect(centsText(0)).toBe('0.00');
});
