import { expect, test } from 'vitest';
import { isListed, looksLikeAddress } from './address-match.ts';

test.each([
  ['41.90.64.10', '41.90.64.10', true],
  ['41.90.64.0/24', '41.90.64.10', true],
  ['41.90.65.0/24', '41.90.64.10', false],
  ['41.90.64.10', '::ffff:41.90.64.10', true],
  ['2001:db8::/32', '2001:db8::1', true],
  ['2001:db8::/32', '41.90.64.10', false],
  ['not an address', '41.90.64.10', false],
  ['41.90.64.0/24', '', false],
])('a list of %s has %s: %s', (listed, asking, is) => {
  expect(isListed([{ address: listed }], asking)).toBe(is);
});

test.each([
  ['41.90.64.10', true],
  ['41.90.64.0/24', true],
  ['2001:db8::1', true],
  ['2001:db8::/32', true],
  ['10', false],
  ['41.90.64', false],
  ['41.90.64.0/99', false],
  ['shop.example.com', false],
])('%s looks like an address or a range: %s', (typed, looks) => {
  expect(looksLikeAddress(typed)).toBe(looks);
});
