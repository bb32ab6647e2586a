import { expect, test } from 'vitest';
import { isListed, looksLikeAddress } from './address-match.ts';

test('an IP address matches a list with the same address or with a range that contains it', () => {
  for (const [listed, asking, is] of [
    ['41.90.64.10', '41.90.64.10', true],
    ['41.90.64.0/24', '41.90.64.10', true],
    ['41.90.65.0/24', '41.90.64.10', false],
    ['41.90.64.10', '::ffff:41.90.64.10', true],
    ['2001:db8::/32', '2001:db8::1', true],
    ['2001:db8::/32', '41.90.64.10', false],
    ['not an address', '41.90.64.10', false],
    ['41.90.64.0/24', '', false],
  ] as const)
    expect.soft(isListed([{ address: listed }], asking), `${asking} in ${listed}`).toBe(is);
});

test('recognises IP addresses and ranges, and rejects any other text', () => {
  for (const [typed, looks] of [
    ['41.90.64.10', true],
    ['41.90.64.0/24', true],
    ['2001:db8::1', true],
    ['2001:db8::/32', true],
    ['10', false],
    ['41.90.64', false],
    ['41.90.64.0/99', false],
    ['shop.example.com', false],
  ] as const)
    expect.soft(looksLikeAddress(typed), typed).toBe(looks);
});
