import { expect, test } from 'vitest';
import { isInList, normaliseAddress } from './address-list.ts';

test('stores an IP address or range in its normal form', () => {
  for (const [typed, meant] of [
    ['41.90.64.10', '41.90.64.10'],
    ['41.90.64.10/32', '41.90.64.10'],
    ['41.90.64.10/24', '41.90.64.0/24'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1/128', '2001:db8::1'],
    ['2001:db8::7/64', '2001:db8::/64'],
    ['::ffff:41.90.64.10', '41.90.64.10'],
    ['::ffff:41.90.64.10/120', '41.90.64.0/24'],
  ] as const)
    expect.soft(normaliseAddress(typed), typed).toBe(meant);
});

test('refuses a text that is no IP address or range, and the range of all addresses', () => {
  for (const typed of [
    '',
    '10',
    '0x7f.1',
    '41.90.64',
    '41.90.64.256',
    '41.90.64.10/33',
    '41.90.64.10/0',
    '0.0.0.0/0',
    '::/0',
    '41.90.64.10/24/8',
    '41.90.64.10/-1',
    '41.90.64.10/8x',
    'duka.example',
    '2001:db8::/129',
    '41.90.64.10 ',
    "' or 1=1 --",
  ])
    expect.soft(normaliseAddress(typed), `“${typed}”`).toBeUndefined();
});

test('allows an IP address that is listed alone or within a range, and no other', () => {
  const list = ['41.90.64.0/24', '197.248.1.1', '2001:db8::/64'];
  for (const address of ['41.90.64.255', '::ffff:41.90.64.7', '197.248.1.1', '2001:db8::ffff']) {
    expect(isInList(list, address), address).toBe(true);
  }
  for (const address of [
    '41.90.65.0',
    '197.248.1.2',
    '2001:db8:0:1::1',
    '::1',
    '127.0.0.1',
    'nonsense',
    '',
  ]) {
    expect(isInList(list, address), address).toBe(false);
  }
  expect(isInList([], '41.90.64.1')).toBe(false);
});
