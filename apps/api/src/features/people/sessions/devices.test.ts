import {
  addressOf,
  listDevices,
  login,
  refresh,
  signOutDevice,
  signOutEverywhere,
  userDetails,
  type Device,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn, signInPerson, tokensOf, type SignedIn } from '../../../testing/people.ts';
import { maskAddress, nameDevice } from './devices.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

async function devicesOf(user: Pick<SignedIn, 'accessToken'>): Promise<Device[]> {
  const reply = await people.call(listDevices, undefined, { token: user.accessToken });
  return reply.json.body?.['devices'] as Device[];
}

function signOut(user: SignedIn, id: string) {
  return people.call({ ...signOutDevice, path: addressOf(signOutDevice, { params: { id } }) }, undefined, {
    token: user.accessToken,
  });
}

async function statusOf(token: string): Promise<number> {
  return (await people.call(userDetails, {}, { token })).status;
}

test('lists devices by browser and system, the caller’s first, with masked IP addresses', async () => {
  const here = await newSignedIn(people);
  const { email, password } = here.person;
  await people.call(login, { email, password }, { address: '41.90.12.7', headers: { 'user-agent': PHONE } });
  expect(await devicesOf(here)).toMatchObject([
    { isCurrent: true, browser: '', system: '', address: '10.0.*.*' },
    { isCurrent: false, browser: 'Chrome', system: 'Android', address: '41.90.*.*' },
  ]);
});

test('signing one device out ends its access and refresh token at once, and no other device’s', async () => {
  const here = await newSignedIn(people);
  const there = await signInPerson(people, here.person);
  const other = (await devicesOf(here)).find((device) => !device.isCurrent);
  expect(await statusOf(there.accessToken)).toBe(200);
  expect((await signOut(here, other?.id ?? '')).status).toBe(200);
  expect(await statusOf(there.accessToken)).toBe(401);
  const refreshed = await people.call(refresh, { refreshToken: there.refreshToken });
  expect(refreshed.json.code).toBe('session_expired');
  expect(await statusOf(here.accessToken)).toBe(200);
  expect(await devicesOf(here)).toHaveLength(1);
});

test('signing out another account’s, an unknown or a signed-out device answers that it is not found', async () => {
  const me = await newSignedIn(people);
  const other = await newSignedIn(people);
  const theirs = (await devicesOf(other))[0]?.id ?? '';
  for (const id of [theirs, '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11']) {
    expect(await signOut(me, id)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
  expect(await statusOf(other.accessToken)).toBe(200);
  const mine = (await devicesOf(me))[0]?.id ?? '';
  expect((await signOut(me, mine)).status).toBe(200);
  expect(await statusOf(me.accessToken)).toBe(401);
  expect((await signOut(me, 'not-an-id')).status).toBe(401);
});

test('S88 signing out everywhere includes the caller’s device, and no other account', async () => {
  const here = await newSignedIn(people);
  const there = await signInPerson(people, here.person);
  const other = await newSignedIn(people);
  expect((await people.call(signOutEverywhere, {}, { token: there.accessToken })).status).toBe(200);
  expect(await statusOf(here.accessToken)).toBe(401);
  expect(await statusOf(there.accessToken)).toBe(401);
  for (const { refreshToken } of [here, there]) {
    expect((await people.call(refresh, { refreshToken })).json.code).toBe('session_expired');
  }
  expect(await statusOf(other.accessToken)).toBe(200);
  expect(tokensOf(await people.call(login, here.person))).toBeTruthy();
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Windows'],
  ['', '', ''],
  ['<script>', '', ''],
])('names the device of user agent "%s" as browser "%s" on system "%s"', (userAgent, browser, system) => {
  expect(nameDevice(userAgent)).toEqual({ browser, system });
});

test.each([
  ['41.90.12.7', '41.90.*.*'],
  ['::ffff:41.90.12.7', '41.90.*.*'],
  ['2c0f:fe38:1::7', '2c0f:fe38:*'],
  ['unknown', ''],
])('masks the IP address %s as "%s"', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
});
