import * as contract from '@zawadi/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDevice, type Device } from '../../../testing/device.ts';
import { AT, startLoggedPeople, WARN, type LoggedPeople } from '../../../testing/logged-people.ts';
import type { PeopleApp, Reply } from '../../../testing/people-app.ts';
import { newSignedIn, tokensOf, verificationTokenOf, type SignedIn } from '../../../testing/people.ts';
import { newAdministrator, newOwner, OWNERS_PASSWORD } from '../../../testing/portal-people.ts';

let people: PeopleApp;
let eventsOf: LoggedPeople['eventsOf'];
beforeAll(async () => {
  ({ people, eventsOf } = await startLoggedPeople());
});
afterAll(() => people.close());

/** Signs a consumer up, and signs in with the proof of a new device. */
async function newBound(): Promise<SignedIn & { device: Device }> {
  const { person, userId } = await newSignedIn(people);
  const device = await newDevice(people);
  return { person, userId, device, ...tokensOf(await device.call(contract.login, person)) };
}

const bindingOf = (token: string) => decodeJwt(token)['cnf'];
const codeOf = ({ status, json }: Reply) => [status, json.code];
const NEEDED = [401, 'device_key_needed'];

/** Reads the device key of the user's latest session. */
async function keyOf(userId: string): Promise<string | null | undefined> {
  const { rows } = await people.owner.query<{ key: string | null }>(
    'select key_thumbprint as key from sessions where subject_id = $1 order by created_at desc limit 1',
    [userId],
  );
  return rows[0]?.key;
}

test('in each audience a session opened with a device proof accepts only requests with a proof of the same key', async () => {
  const user = await newSignedIn(people);
  const owner = await newOwner(people);
  const administrator = await newAdministrator(people);
  const { merchantCode } = owner;
  const doors = [
    [contract.login, user.person, contract.userDetails],
    [contract.merchantLogin, { merchantCode, password: OWNERS_PASSWORD }, contract.merchantMe],
    [contract.adminLogin, administrator, contract.administratorDetails],
  ] as const;
  for (const [door, who, ownDetails] of doors) {
    const [device, thief] = [await newDevice(people), await newDevice(people)];
    const { accessToken: token } = tokensOf(await device.call(door, who));
    expect(bindingOf(token)).toEqual({ jkt: device.thumbprint });
    for (const endpoint of [ownDetails, contract.listDevices]) {
      const body = endpoint.method === 'GET' ? undefined : {};
      expect((await device.call(endpoint, body, { token })).status).toBe(200);
      expect(codeOf(await people.call(endpoint, body, { token }))).toEqual(NEEDED);
      expect(codeOf(await thief.call(endpoint, body, { token }))).toEqual(NEEDED);
    }
    expect(
      (await device.call(ownDetails, ownDetails.method === 'GET' ? undefined : {}, { token })).status,
    ).toBe(200);
  }
});

test('a sign-in without a device proof opens an unbound session, which accepts requests with and without a proof', async () => {
  const { accessToken: token, userId } = await newSignedIn(people);
  const device = await newDevice(people);
  expect(bindingOf(token)).toBeUndefined();
  expect((await people.call(contract.userDetails, {}, { token })).status).toBe(200);
  expect((await device.call(contract.userDetails, {}, { token })).status).toBe(200);
  expect(await keyOf(userId)).toBeNull();
});

test('A32 a stolen refresh token without the device key neither refreshes the session nor ends it', async () => {
  const { device, refreshToken, accessToken: token, person } = await newBound();
  const thief = await newDevice(people);
  expect(codeOf(await people.call(contract.refresh, { refreshToken }))).toEqual(NEEDED);
  expect(codeOf(await thief.call(contract.refresh, { refreshToken }))).toEqual(NEEDED);
  const next = tokensOf(await device.call(contract.refresh, { refreshToken }));
  tokensOf(await device.call(contract.refresh, { refreshToken: next.refreshToken }));
  // If the owner's device did the same, it would be a reuse and end the session.
  expect(codeOf(await people.call(contract.refresh, { refreshToken }))).toEqual(NEEDED);
  expect((await device.call(contract.userDetails, {}, { token })).status).toBe(200);
  const mails = await people.messagesTo(person.email);
  expect(mails.filter(({ template }) => template === 'refresh-reuse')).toEqual([]);
});

test('the owner’s own reuse of a refresh token still ends a bound session', async () => {
  const { device, refreshToken, accessToken: token } = await newBound();
  const next = tokensOf(await device.call(contract.refresh, { refreshToken }));
  await device.call(contract.refresh, { refreshToken: next.refreshToken });
  expect(codeOf(await device.call(contract.refresh, { refreshToken }))).toEqual([401, 'session_expired']);
  expect(codeOf(await device.call(contract.userDetails, {}, { token }))).toEqual([401, 'unauthenticated']);
});

test('the first refresh with a device proof binds an unbound session and its older access tokens', async () => {
  const { refreshToken, accessToken: token, userId } = await newSignedIn(people);
  const [device, thief] = [await newDevice(people), await newDevice(people)];
  const unbound = tokensOf(await people.call(contract.refresh, { refreshToken }));
  expect(await keyOf(userId)).toBeNull();
  const bound = tokensOf(await device.call(contract.refresh, { refreshToken: unbound.refreshToken }));
  expect(bindingOf(bound.accessToken)).toEqual({ jkt: device.thumbprint });
  for (const old of [token, unbound.accessToken, bound.accessToken]) {
    expect(codeOf(await people.call(contract.userDetails, {}, { token: old }))).toEqual(NEEDED);
    expect(codeOf(await thief.call(contract.userDetails, {}, { token: old }))).toEqual(NEEDED);
    expect((await device.call(contract.userDetails, {}, { token: old })).status).toBe(200);
  }
  const { refreshToken: last } = bound;
  expect(codeOf(await people.call(contract.refresh, { refreshToken: last }))).toEqual(NEEDED);
  expect(codeOf(await thief.call(contract.refresh, { refreshToken: last }))).toEqual(NEEDED);
  expect(await keyOf(userId)).toBe(device.thumbprint);
});

test('when the owner returns, ends the session that a thief has bound by a stolen token, and notifies the owner', async () => {
  const { refreshToken, accessToken: token, person } = await newSignedIn(people);
  const [thief, owner] = [await newDevice(people), await newDevice(people)];
  const stolen = tokensOf(await thief.call(contract.refresh, { refreshToken }));
  const next = tokensOf(await thief.call(contract.refresh, { refreshToken: stolen.refreshToken }));
  expect(codeOf(await owner.call(contract.refresh, { refreshToken }))).toEqual([401, 'session_expired']);
  expect(codeOf(await thief.call(contract.userDetails, {}, { token: next.accessToken }))).toEqual([
    401,
    'unauthenticated',
  ]);
  expect(codeOf(await thief.call(contract.refresh, { refreshToken: next.refreshToken }))).toEqual([
    401,
    'session_expired',
  ]);
  expect((await people.call(contract.userDetails, {}, { token })).status).toBe(401);
  const mails = await people.messagesTo(person.email);
  expect(mails.filter(({ template }) => template === 'refresh-reuse')).toHaveLength(1);
});

test('tabs that refresh concurrently get the same refresh token, whether the session is bound or being bound', async () => {
  const bound = await newBound();
  const unbound = { ...(await newSignedIn(people)), device: await newDevice(people) };
  for (const { device, refreshToken, userId } of [bound, unbound]) {
    // Sends an invalid token first, so that the answer gives the device a nonce.
    await device.callOnce(contract.refresh, { refreshToken: 'never-ours' });
    const renew = () => device.callOnce(contract.refresh, { refreshToken });
    const replies = await Promise.all(Array.from({ length: 8 }, renew));
    expect(new Set(replies.map((reply) => tokensOf(reply).refreshToken)).size).toBe(1);
    expect(await keyOf(userId)).toBe(device.thumbprint);
  }
});

test('when two devices bind the same session concurrently, only one succeeds', async () => {
  const { refreshToken, userId } = await newSignedIn(people);
  const devices = await Promise.all([newDevice(people), newDevice(people)]);
  for (const device of devices) await device.callOnce(contract.refresh, { refreshToken: 'never-ours' });
  const replies = await Promise.all(
    devices.map((device) => device.callOnce(contract.refresh, { refreshToken })),
  );
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
  const winner = devices[replies.findIndex(({ status }) => status === 200)];
  expect(await keyOf(userId)).toBe(winner?.thumbprint);
});

test('after a password change the new session is bound to the same device key', async () => {
  const { device, person, accessToken: token, userId } = await newBound();
  const body = { currentPassword: person.password, newPassword: 'Another-horse-entirely' };
  const next = tokensOf(await device.call(contract.changePassword, body, { token }));
  expect(bindingOf(next.accessToken)).toEqual({ jkt: device.thumbprint });
  expect(codeOf(await people.call(contract.userDetails, {}, { token: next.accessToken }))).toEqual(NEEDED);
  expect(await keyOf(userId)).toBe(device.thumbprint);
});

test('a mailed verification link uses the reader’s bound session only with a proof of its device key', async () => {
  const { device, person, accessToken } = await newBound();
  const token = await verificationTokenOf(people, person.email);
  const stolen = await people.call(contract.verifyEmail, { token }, { token: accessToken });
  expect(stolen.json.code).toBe('password_required');
  expect((await device.call(contract.verifyEmail, { token }, { token: accessToken })).status).toBe(200);
});

test('logs requests without the session’s device key once a minute for each account and reason', async () => {
  const { refreshToken, accessToken: token, userId } = await newBound();
  const thief = await newDevice(people);
  const events = await eventsOf(async () => {
    for (let count = 0; count < 3; count += 1) {
      await people.call(contract.userDetails, {}, { token });
      await people.call(contract.refresh, { refreshToken });
      await thief.call(contract.userDetails, {}, { token });
    }
  });
  const missing = { ...AT, level: WARN, event: 'session.key-missing', audience: 'consumer', account: userId };
  expect(events).toEqual([
    { ...missing, reason: 'no-proof' },
    { ...missing, reason: 'other-key' },
  ]);
});

test('every public endpoint that issues tokens accepts a device proof', () => {
  const endpoints = Object.values<unknown>(contract).filter(isEndpoint);
  const givesTokens = endpoints.filter(({ answer }) => 'refreshToken' in shapeOf(answer));
  expect(givesTokens.length).toBeGreaterThanOrEqual(4);
  expect(givesTokens.filter((one) => !contract.takesProof(one)).map(({ path }) => path)).toEqual([]);
});

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'audience' in value && 'answer' in value;
}

function shapeOf(answer: object): object {
  return 'shape' in answer && typeof answer.shape === 'object' ? (answer.shape ?? {}) : {};
}
