import { expect, test } from 'vitest';
import { isLoopbackAddress, networkOf, isPublicAddress } from './public-address.ts';

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '196.201.214.200',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
  '2c0f:fe38::1',
];

const NOT_PUBLIC = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::10.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a00:1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '4000::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  'example.com',
];

test('distinguishes public internet addresses from all others', () => {
  for (const address of PUBLIC) expect.soft(isPublicAddress(address), address).toBe(true);
  for (const address of NOT_PUBLIC) expect.soft(isPublicAddress(address), `“${address}”`).toBe(false);
});

test('A21 distinguishes addresses of this machine from all others', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect.soft(isLoopbackAddress(address), address).toBe(true);
  for (const address of ['8.8.8.8', '10.0.0.1', '0.0.0.0', '::', 'fe80::1', 'localhost'])
    expect.soft(isLoopbackAddress(address), address).toBe(false);
});

test('groups an IPv6 address by its /64 and keeps an IPv4 address, in any notation', () => {
  const networks = [
    '2001:db8:1:2::3',
    '2001:db8:1:2:ffff::',
    '2001:db8:1:3::3',
    '203.0.113.9',
    '::ffff:203.0.113.9',
  ];
  const [one, same, other, ...plain] = networks.map(networkOf);
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(plain).toEqual(['203.0.113.9', '203.0.113.9']);
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'));
  expect(networkOf('this server')).toBe('this server');
});
