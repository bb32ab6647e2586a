import * as contract from '@zawadi/contract';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deriveKeys, encrypt, type Key } from '../../../platform/crypto/keys.ts';
import { CHALLENGE_LIFETIME_MS, spendChallenge } from '../passkeys/challenges.ts';
import { newDevice } from '../../../testing/device.ts';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newSignedIn,
  signInPerson,
  tokenIn,
  tokensOf,
  verifyEmailOf,
} from '../../../testing/people.ts';

const [OLD, NEW] = [randomBytes(48).toString('base64'), randomBytes(48).toString('base64')];

let people: PeopleApp;
const now = new Date('2026-11-23T09:00:00Z');
beforeAll(async () => {
  people = await startPeopleApp(() => [], { clock: { now: () => now }, environment: { APP_SECRET: OLD } });
});
afterAll(() => people.close());

beforeEach(() => people.owner.query('delete from outbox'));

/** Replaces the server's secrets, as a restart with another configuration does. */
function restart(...secrets: string[]): void {
  const ring = people.deps.keys as unknown as Key[];
  ring.splice(0, ring.length, ...deriveKeys(...secrets.map((secret) => Buffer.from(secret))));
}

test('reset codes and links sent before a rotation of the secret stay valid, and a repeated request sends them again', async () => {
  restart(OLD);
  const user = await newSignedIn(people);
  const { email, phoneNumber } = user.person;
  await verifyEmailOf(people, user);
  await people.call(contract.generatePhoneOtp, {}, { token: user.accessToken });
  await people.call(contract.generatePasswordOtp, { email });
  const [phone, sent] = [
    await lastMessage(people, phoneNumber, 'phone-otp'),
    await lastMessage(people, email, 'password-reset'),
  ];
  restart(NEW, OLD);
  await people.call(contract.generatePasswordOtp, { email });
  const again = await lastMessage(people, email, 'password-reset');
  expect([again['code'], again['link']]).toEqual([sent['code'], sent['link']]);
  const verified = await people.call(
    contract.verifyPhone,
    { otp: phone['code'] },
    { token: user.accessToken },
  );
  expect(verified.status).toBe(200);
  const password = `Other-horse-${phoneNumber}`;
  const { status } = await people.call(contract.resetPasswordByLink, {
    token: tokenIn(sent['link'] ?? ''),
    password,
  });
  expect(status).toBe(200);
  expect((await signInPerson(people, { ...user.person, password })).userId).toBe(user.userId);
});

test('if the former secret was removed, a repeated request mails a new reset link and code', async () => {
  restart(OLD);
  const { person } = await newSignedIn(people);
  const { email } = person;
  await people.call(contract.generatePasswordOtp, { email });
  const former = await lastMessage(people, email, 'password-reset');
  restart(NEW);
  await people.owner.query('delete from outbox');
  await people.call(contract.generatePasswordOtp, { email });
  const { code, link = '' } = await lastMessage(people, email, 'password-reset');
  expect([code, link]).not.toEqual([former['code'], former['link']]);
  const password = `Other-horse-${person.phoneNumber}`;
  const reset = await people.call(contract.resetPasswordByLink, { token: tokenIn(link), password });
  expect(reset.status).toBe(200);
});

test('a rotation of the secret keeps access tokens, refresh tokens and nonces valid', async () => {
  restart(OLD);
  const device = await newDevice(people);
  const user = await newSignedIn(people);
  const { accessToken, refreshToken } = user;
  const bound = tokensOf(await device.call(contract.login, user.person));
  const first = tokensOf(await people.call(contract.refresh, { refreshToken }));
  restart(NEW, OLD);
  expect((await device.callOnce(contract.userDetails, {}, { token: bound.accessToken })).status).toBe(200);
  expect((await people.call(contract.userDetails, {}, { token: accessToken })).status).toBe(200);
  const second = tokensOf(await people.call(contract.refresh, { refreshToken }));
  expect(second.refreshToken).toBe(first.refreshToken);
  restart(NEW);
  const next = tokensOf(await people.call(contract.refresh, { refreshToken: second.refreshToken }));
  expect((await people.call(contract.userDetails, {}, { token: next.accessToken })).status).toBe(200);
  expect((await people.call(contract.userDetails, {}, { token: accessToken })).status).toBe(401);
});

test('refuses access tokens signed with a secret that was replaced an hour ago', async () => {
  restart(NEW, OLD);
  const user = await newSignedIn(people);
  restart(OLD);
  const forged = tokensOf(await people.call(contract.login, user.person)).accessToken;
  restart(NEW, OLD);
  const former = people.deps.keys[1];
  const statusAt = async (replacedAt: string) => {
    if (former) former.replacedAt = new Date(replacedAt);
    return (await people.call(contract.userDetails, {}, { token: forged })).status;
  };
  expect(await statusAt('2026-11-23T08:30:00Z')).toBe(200);
  expect(await statusAt('2026-11-23T07:59:59Z')).toBe(401);
});

test('refuses passkey challenges sealed with a secret replaced an hour ago, and challenges with too long a lifetime', async () => {
  restart(NEW, OLD);
  const [newest, former] = people.deps.keys;
  if (!former) throw new Error('there is no former key');
  const use = { purpose: 'sign-in', audience: 'consumer', subjectId: null, sessionId: null } as const;
  const spend = (key: Key, livesMs: number) => {
    const expiresAt = now.getTime() + livesMs;
    const challenge = encrypt([key], JSON.stringify({ ...use, expiresAt }), 'passkey-challenge').toString(
      'base64url',
    );
    const clientData = Buffer.from(JSON.stringify({ challenge })).toString('base64url');
    return spendChallenge(people.deps, clientData, use);
  };
  former.replacedAt = new Date('2026-11-23T08:30:00Z');
  expect(await spend(former, CHALLENGE_LIFETIME_MS)).toBeDefined();
  former.replacedAt = new Date('2026-11-23T07:59:59Z');
  expect(await spend(former, CHALLENGE_LIFETIME_MS)).toBeUndefined();
  expect(await spend(newest, CHALLENGE_LIFETIME_MS)).toBeDefined();
  expect(await spend(newest, 24 * CHALLENGE_LIFETIME_MS)).toBeUndefined();
});
