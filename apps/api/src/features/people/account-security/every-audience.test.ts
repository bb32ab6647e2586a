import {
  addressOf,
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  listDevices,
  refresh,
  renewRecoveryCodes,
  signOutDevice,
  signOutEverywhere,
  startTwoFactor,
  type Device,
} from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokenIn, tokensOf } from '../../../testing/people.ts';
import { AUDIENCES, newSignedInAs, RESETS_BY_LINK } from '../../../testing/signed-in-people.ts';

let people: PeopleApp;
let now = new Date('2026-11-20T09:00:10Z');

beforeAll(async () => {
  people = await startPeopleApp(() => [], { clock: { now: () => now } });
});

afterAll(() => people.close());

const NEW_PASSWORD = 'A-new-battery-1';
const RECORDED = {
  change: {
    consumer: [],
    merchant: ['password-changed'],
    admin: ['administrator.password-changed', 'administrator.session-continued'],
  },
  reset: { consumer: [], merchant: ['password-reset'], admin: ['administrator.password-reset'] },
  twoFactor: {
    consumer: [],
    merchant: ['two-factor-on', 'recovery-codes-renewed', 'two-factor-off'],
    admin: [
      'administrator.two-factor-on',
      'administrator.recovery-codes-renewed',
      'administrator.two-factor-off',
      'administrator.device-signed-out',
      'administrator.device-signed-out',
    ],
  },
} as const;

async function devicesOf(token: string): Promise<Device[]> {
  const reply = await people.call(listDevices, undefined, { token });
  return reply.json.body?.['devices'] as Device[];
}

async function statusOf(token: string): Promise<number> {
  return (await people.call(listDevices, undefined, { token })).status;
}

describe.each(AUDIENCES)('for audience %s', (audience) => {
  test('a password change ends all sessions but the caller’s, and is in the audit log', async () => {
    const { token, password, email, signIn, recordsOf } = await newSignedInAs(people, audience);
    const elsewhere = tokensOf(await signIn()).accessToken;
    const change = (currentPassword: string) =>
      people.call(changePassword, { currentPassword, newPassword: NEW_PASSWORD }, { token });
    expect((await change('wrong')).json.code).toBe('password_wrong');
    const changed = tokensOf(await change(password));
    expect([await statusOf(token), await statusOf(elsewhere)]).toEqual([401, 401]);
    expect(await statusOf(changed.accessToken)).toBe(200);
    expect((await people.call(refresh, { refreshToken: changed.refreshToken })).status).toBe(200);
    expect((await signIn()).status).toBe(401);
    expect((await signIn({ password: NEW_PASSWORD })).status).toBe(200);
    expect(await lastMessage(people, email, 'password-changed')).toEqual({});
    expect(await recordsOf()).toEqual(RECORDED.change[audience]);
  });

  test('the mailed code resets a forgotten password once and ends every session', async () => {
    const { token, email, signIn, forget, resetByCode, recordsOf } = await newSignedInAs(people, audience);
    expect((await forget()).json.responseMessage).toBe('Reset code sent to your email');
    const { code: otp = '' } = await lastMessage(people, email, 'password-reset');
    expect((await resetByCode(otp, NEW_PASSWORD)).status).toBe(200);
    expect((await resetByCode(otp, NEW_PASSWORD)).json.code).toBe('verification_code_invalid');
    expect(await statusOf(token)).toBe(401);
    expect((await signIn({ password: NEW_PASSWORD })).status).toBe(200);
    expect(await recordsOf()).toEqual(RECORDED.reset[audience]);
  });

  test('the mailed link resets the password in its own portal only', async () => {
    const { email, signIn, forget } = await newSignedInAs(people, audience);
    await forget();
    const { link = '' } = await lastMessage(people, email, 'password-reset');
    const door = { consumer: '', merchant: '?login=/merchant/login', admin: '?login=/admin/login' }[audience];
    expect(link).toContain(`/reset-password${door}#token=`);
    const body = { token: tokenIn(link), password: NEW_PASSWORD };
    for (const other of AUDIENCES.filter((one) => one !== audience)) {
      const foreign = await people.call(RESETS_BY_LINK[other], body);
      expect(foreign.json.code).toBe('verification_link_invalid');
    }
    expect((await people.call(RESETS_BY_LINK[audience], body)).status).toBe(200);
    expect((await signIn({ password: NEW_PASSWORD })).status).toBe(200);
  });

  test('the sign-in needs a code while two-factor authentication is on; the audit log has both switches', async () => {
    const { token, password, email, signIn, recordsOf } = await newSignedInAs(people, audience);
    const refused = await people.call(startTwoFactor, { password: 'wrong' }, { token });
    expect(refused.json.code).toBe('password_wrong');
    const started = await people.call(startTwoFactor, { password }, { token });
    const secret = String(started.json.body?.['secret']);
    const nextCode = () => {
      now = new Date(now.getTime() + 30_000);
      return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
    };
    const enabled = await people.call(enableTwoFactor, { otp: nextCode() }, { token });
    const recoveryCodes = enabled.json.body?.['recoveryCodes'] as string[];
    await lastMessage(people, email, 'two-factor-on');

    expect((await signIn()).json).toMatchObject({ responseCode: 401, code: 'otp_required' });
    expect((await signIn({ otp: 'ABCDE-12345' })).json.code).toBe('otp_invalid');
    expect((await signIn({ otp: nextCode() })).status).toBe(200);
    expect((await signIn({ otp: recoveryCodes[0] })).status).toBe(200);
    const renewed = await people.call(renewRecoveryCodes, { password, otp: nextCode() }, { token });
    expect(renewed.json.body?.['recoveryCodes']).toHaveLength(10);
    expect((await signIn({ otp: recoveryCodes[1] })).json.code).toBe('otp_invalid');
    const off = await people.call(disableTwoFactor, { password, otp: nextCode() }, { token });
    expect(off.status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect(await recordsOf()).toEqual(RECORDED.twoFactor[audience]);
  });

  test('switching the second factor on or off ends all sessions but the caller’s', async () => {
    const { token, password, signIn } = await newSignedInAs(people, audience);
    const before = tokensOf(await signIn());
    const started = await people.call(startTwoFactor, { password }, { token });
    const secret = String(started.json.body?.['secret']);
    const nextCode = () => {
      now = new Date(now.getTime() + 30_000);
      return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
    };
    expect((await people.call(enableTwoFactor, { otp: nextCode() }, { token })).status).toBe(200);
    expect([await statusOf(token), await statusOf(before.accessToken)]).toEqual([200, 401]);
    expect((await people.call(refresh, { refreshToken: before.refreshToken })).status).toBe(401);
    const guarded = tokensOf(await signIn({ otp: nextCode() })).accessToken;
    expect((await people.call(disableTwoFactor, { password, otp: nextCode() }, { token })).status).toBe(200);
    expect([await statusOf(token), await statusOf(guarded)]).toEqual([200, 401]);
  });

  test('a user lists and signs out only own devices, one or all of them', async () => {
    const { token, signIn } = await newSignedInAs(people, audience);
    const second = tokensOf(await signIn()).accessToken;
    const [here, other] = await devicesOf(token);
    expect([here?.isCurrent, other?.isCurrent]).toEqual([true, false]);
    const path = addressOf(signOutDevice, { params: { id: other?.id } });
    const signOut = (by: string) => people.call({ ...signOutDevice, path }, undefined, { token: by });
    const strangers = await Promise.all(AUDIENCES.map((one) => newSignedInAs(people, one)));
    for (const stranger of strangers) {
      expect(await devicesOf(stranger.token)).toHaveLength(1);
      expect((await signOut(stranger.token)).status).toBe(404);
    }
    expect(await statusOf(second)).toBe(200);
    expect((await signOut(token)).status).toBe(200);
    expect(await statusOf(second)).toBe(401);
    const third = tokensOf(await signIn()).accessToken;
    await people.call(signOutEverywhere, {}, { token });
    expect([await statusOf(token), await statusOf(third)]).toEqual([401, 401]);
    for (const stranger of strangers) expect(await statusOf(stranger.token)).toBe(200);
  });
});
