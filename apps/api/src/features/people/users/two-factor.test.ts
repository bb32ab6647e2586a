import {
  disableTwoFactor,
  enableTwoFactor,
  login,
  renewRecoveryCodes,
  startTwoFactor,
  userDetails,
} from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, newSignedIn, type SignedIn } from '../../../testing/people.ts';

let people: PeopleApp;
let now = new Date('2026-11-20T09:00:10Z');

beforeAll(async () => {
  people = await startPeopleApp(() => [], { clock: { now: () => now } });
});

afterAll(() => people.close());

/** Moves the test's clock forward by so many seconds. */
function wait(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000);
}

function codeAt(secret: string, secondsFromNow = 0): string {
  return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + secondsFromNow });
}

function wrong(code: string): string {
  return ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
}

type Guarded = { user: SignedIn; secret: string; recoveryCodes: string[] };

/** Makes a user who has just switched the second factor on; the app's next code comes in half a minute. */
async function newGuarded(): Promise<Guarded> {
  const user = await newSignedIn(people);
  const started = await start(user);
  const secret = String(started.json.body?.['secret']);
  const enabled = await people.call(enableTwoFactor, { otp: codeAt(secret) }, { token: user.accessToken });
  wait(30);
  return { user, secret, recoveryCodes: enabled.json.body?.['recoveryCodes'] as string[] };
}

function start({ accessToken, person }: SignedIn, password = person.password) {
  return people.call(startTwoFactor, { password }, { token: accessToken });
}

function signInWith({ person }: SignedIn, otp?: string) {
  const { email, password } = person;
  return people.call(login, { email, password, ...(otp !== undefined && { otp }) });
}

async function isOn(user: SignedIn): Promise<unknown> {
  const details = await people.call(userDetails, {}, { token: user.accessToken });
  return details.json.body?.['twoFactorEnabled'];
}

test('S83 the second factor is off until the user enters a code made with the app’s secret', async () => {
  const user = await newSignedIn(people);
  const before = await people.call(enableTwoFactor, { otp: '123456' }, { token: user.accessToken });
  expect(before).toMatchObject({ status: 409, json: { code: 'two_factor_not_started' } });
  const started = await start(user);
  const { secret, otpauthUrl } = started.json.body ?? {};
  const url = new URL(String(otpauthUrl));
  expect(url.searchParams.get('secret')).toBe(secret);
  expect(decodeURIComponent(url.pathname)).toContain(`Zawadi:${user.person.email}`);
  expect(await isOn(user)).toBe(false);
  expect((await signInWith(user)).status).toBe(200);

  const otp = wrong(codeAt(String(secret)));
  const refused = await people.call(enableTwoFactor, { otp }, { token: user.accessToken });
  expect(refused).toMatchObject({ status: 409, json: { code: 'verification_code_invalid' } });
  expect(await isOn(user)).toBe(false);
});

test('switching the second factor on returns ten recovery codes once, and notifies the owner', async () => {
  const { user, recoveryCodes } = await newGuarded();
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(recoveryCodes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/u);
  expect(await isOn(user)).toBe(true);
  expect(await lastMessage(people, user.person.email, 'two-factor-on')).toEqual({});
  expect((await start(user)).json.code).toBe('two_factor_on');
  const again = await people.call(enableTwoFactor, { otp: '123456' }, { token: user.accessToken });
  expect(again.json.code).toBe('two_factor_on');
});

test('enrolling a second factor needs the password', async () => {
  const user = await newSignedIn(people);
  expect((await start(user, 'never-right')).json.code).toBe('password_wrong');
  expect((await people.call(startTwoFactor, {}, { token: user.accessToken })).json).toMatchObject({
    code: 'validation_failed',
  });
  const enabled = await people.call(enableTwoFactor, { otp: '123456' }, { token: user.accessToken });
  expect(enabled.json.code).toBe('two_factor_not_started');
});

test('stores neither the second factor’s secret nor recovery codes in clear', async () => {
  const { secret, recoveryCodes } = await newGuarded();
  const { rows } = await people.owner.query(
    `select encode(secret_sealed, 'escape') as stored from second_factors
     union all select encode(code_hash, 'escape') from recovery_codes`,
  );
  const stored = JSON.stringify(rows);
  for (const clear of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(stored).not.toContain(clear);
  }
});

test('S84 signing in needs a second-factor code, and only the right password reveals that', async () => {
  const { user, secret } = await newGuarded();
  const asked = await signInWith(user);
  expect(asked).toMatchObject({ status: 401, json: { responseCode: 401, code: 'otp_required' } });
  const { email } = user.person;
  const stranger = await people.call(login, { email, password: 'never-right', otp: codeAt(secret) });
  expect(stranger.json.code).toBe('invalid_credentials');
  const mistyped = await signInWith(user, wrong(codeAt(secret)));
  expect(mistyped).toMatchObject({ status: 401, json: { code: 'otp_invalid' } });
  expect((await signInWith(user, codeAt(secret))).status).toBe(200);
});

test('a second-factor code works once, even ten times concurrently, and makes older codes invalid', async () => {
  const { user, secret } = await newGuarded();
  const code = codeAt(secret);
  const replies = await Promise.all(Array.from({ length: 9 }, () => signInWith(user, code)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  expect((await signInWith(user, codeAt(secret, -30))).json.code).toBe('otp_invalid');
  wait(30);
  expect((await signInWith(user, codeAt(secret))).status).toBe(200);
});

test('accepts second-factor codes of a phone’s clock that is half a minute off, but no more', async () => {
  const { user, secret } = await newGuarded();
  wait(600);
  for (const seconds of [-90, 90]) {
    expect((await signInWith(user, codeAt(secret, seconds))).json.code).toBe('otp_invalid');
  }
  expect((await signInWith(user, codeAt(secret, -30))).status).toBe(200);
  expect((await signInWith(user, codeAt(secret, 30))).status).toBe(200);
});

test('a recovery code works once, in any spelling, and the owner is notified', async () => {
  const { user, recoveryCodes } = await newGuarded();
  const code = recoveryCodes[3] ?? '';
  const typed = ` ${code.replace('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')}`;
  expect((await signInWith(user, typed)).status).toBe(200);
  expect(await lastMessage(people, user.person.email, 'recovery-code-used')).toEqual({ left: 9 });
  expect((await signInWith(user, code)).json.code).toBe('otp_invalid');
});

test('A3 allows ten guesses of a second-factor code an hour, from all IP addresses together', async () => {
  const { user, secret } = await newGuarded();
  const { email, password } = user.person;
  const guesses = Array.from({ length: 14 }, (_, turn) =>
    people.call(
      login,
      { email, password, otp: wrong(codeAt(secret, 3_600 + turn)) },
      { address: `10.9.0.${turn}` },
    ),
  );
  const codes = Map.groupBy(await Promise.all(guesses), (reply) => reply.json.code);
  expect(codes.get('otp_invalid')).toHaveLength(10);
  expect(codes.get('too_many_requests')).toHaveLength(4);
  expect((await signInWith(user, codeAt(secret))).status).toBe(429);
});

test('switching the second factor off needs password and code, and notifies the owner', async () => {
  const { user, secret, recoveryCodes } = await newGuarded();
  const { password } = user.person;
  const off = (body: object) => people.call(disableTwoFactor, body, { token: user.accessToken });
  expect((await off({ password: 'never-right', otp: codeAt(secret) })).json.code).toBe('password_wrong');
  expect((await off({ password, otp: wrong(codeAt(secret)) })).json.code).toBe('verification_code_invalid');
  expect(await isOn(user)).toBe(true);
  expect((await off({ password, otp: recoveryCodes[0] })).status).toBe(200);
  expect(await isOn(user)).toBe(false);
  expect(await lastMessage(people, user.person.email, 'two-factor-off')).toEqual({});
  expect((await signInWith(user)).status).toBe(200);
  expect((await off({ password, otp: codeAt(secret) })).json.code).toBe('two_factor_off');
});

test('new recovery codes replace the old ones', async () => {
  const { user, secret, recoveryCodes } = await newGuarded();
  const { password } = user.person;
  const body = { password, otp: codeAt(secret) };
  const renewed = await people.call(renewRecoveryCodes, body, { token: user.accessToken });
  const codes = renewed.json.body?.['recoveryCodes'] as string[];
  expect(codes).toHaveLength(10);
  expect((await signInWith(user, recoveryCodes[0])).json.code).toBe('otp_invalid');
  expect((await signInWith(user, codes[0])).status).toBe(200);
  expect(await lastMessage(people, user.person.email, 'recovery-codes-renewed')).toEqual({});
});
