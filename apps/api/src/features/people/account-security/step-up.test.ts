import * as contract from '@zawadi/contract';
import type { PasskeyCreation } from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ageProof } from '../../../testing/age-sessions.ts';
import { at, refusalOf, requestIn } from '../../../testing/passkey-calls.ts';
import { startPeopleApp, type PeopleApp, type Reply } from '../../../testing/people-app.ts';
import { tokensOf } from '../../../testing/people.ts';
import { newAdministrator, newOwner, OWNERS_PASSWORD } from '../../../testing/portal-people.ts';
import { answerWith, makePasskey } from '../../../testing/software-authenticator.ts';

let people: PeopleApp;
let now = new Date('2026-11-20T09:00:10Z');

beforeAll(async () => {
  people = await startPeopleApp(() => [], { clock: { now: () => now } });
});
afterAll(() => people.close());

/**
 * Makes an administrator with an authenticator app. A code is accepted once, so each new code is for the next
 * half minute.
 */
async function newAdministratorWithCodes() {
  const { token, email, password, administratorId } = await newAdministrator(people);
  const started = await people.call(contract.startTwoFactor, { password }, { token });
  const secret = String(started.json.body?.['secret']);
  const otp = () => {
    now = new Date(now.getTime() + 30_000);
    return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
  };
  await people.call(contract.enableTwoFactor, { otp: otp() }, { token });
  const signIn = async () =>
    tokensOf(await people.call(contract.adminLogin, { email, password, otp: otp() }));
  return { email, password, administratorId, otp, signIn };
}

/** Returns a function that renames an administrator, an API call that needs a step-up. */
async function newChange(): Promise<(token: string, proof?: object) => Promise<Reply>> {
  const { administratorId } = await newAdministrator(people, 'support');
  const update = at(contract.updateAdministrator, { administratorId });
  const body = { name: 'Otieno Ouma', reason: 'A new name' };
  return (token, proof = {}) => people.call(update, { ...body, ...proof }, { token });
}

test('A54 ten minutes after the sign-in a sensitive API call needs a code, which suffices for ten minutes', async () => {
  const { otp, signIn, password } = await newAdministratorWithCodes();
  const { accessToken: token } = await signIn();
  const change = await newChange();
  await ageProof(people, token, 9);
  expect((await change(token)).status).toBe(200);
  await ageProof(people, token, 2);
  const refused = await change(token);
  expect(refusalOf(refused)).toEqual([409, 'step_up_required']);
  expect(refused.json).toMatchObject({ proofs: ['otp'] });
  // A thief may know the password, so it is no second factor.
  expect(refusalOf(await change(token, { password }))).toEqual([409, 'step_up_required']);
  expect((await change(token, { otp: otp() })).status).toBe(200);
  await ageProof(people, token, 9);
  expect((await change(token)).status).toBe(200);
  await ageProof(people, token, 2);
  expect(refusalOf(await change(token))).toEqual([409, 'step_up_required']);
});

test('A54 a step-up code is accepted once, and only in the session that sent it', async () => {
  const { otp, signIn } = await newAdministratorWithCodes();
  const [mine, stolen] = [await signIn(), await signIn()];
  const change = await newChange();
  for (const { accessToken } of [mine, stolen]) await ageProof(people, accessToken, 11);
  const code = otp();
  expect((await change(mine.accessToken, { otp: code })).status).toBe(200);
  expect(refusalOf(await change(stolen.accessToken))).toEqual([409, 'step_up_required']);
  const again = await change(stolen.accessToken, { otp: code });
  expect(refusalOf(again)).toEqual([409, 'verification_code_invalid']);
});

test('A54 wrong step-up codes share the limit of wrong sign-in codes, and are in the audit log', async () => {
  const { otp, signIn, email, password, administratorId } = await newAdministratorWithCodes();
  const { accessToken: token } = await signIn();
  const change = await newChange();
  await ageProof(people, token, 11);
  expect(refusalOf(await change(token, { otp: '12345' }))).toEqual([422, 'validation_failed']);
  for (let tries = 0; tries < 10; tries += 1) {
    const wrong = otp() === '000000' ? '000001' : '000000';
    expect(refusalOf(await change(token, { otp: wrong }))).toEqual([409, 'verification_code_invalid']);
  }
  expect(refusalOf(await change(token, { otp: otp() }))).toEqual([429, 'too_many_requests']);
  const signedIn = await people.call(contract.adminLogin, { email, password, otp: otp() });
  expect(refusalOf(signedIn)).toEqual([429, 'too_many_requests']);
  const { rows } = await people.owner.query<{ action: string }>(
    `select action from audit_log where subject_id = $1`,
    [administratorId],
  );
  expect(rows.map(({ action }) => action)).toContain('administrator.second-factor-failed');
});

test('A54 a passkey replaces the step-up code if it signs a challenge of the same session', async () => {
  const { otp, signIn, password } = await newAdministratorWithCodes();
  const [{ accessToken: token }, { accessToken: other }] = [await signIn(), await signIn()];
  const change = await newChange();
  const options = await people.call(contract.startPasskey, { password, otp: otp() }, { token });
  const { kept, answer } = makePasskey(options.json.body?.['options'] as PasskeyCreation);
  await people.call(contract.addPasskey, { passkey: answer }, { token });
  for (const one of [token, other]) await ageProof(people, one, 11);
  const asked = await change(token);
  expect(asked.json).toMatchObject({ code: 'step_up_required', proofs: ['otp', 'passkey'] });
  const elsewhere = await change(other, { passkey: answerWith(kept, requestIn(asked)) });
  expect(refusalOf(elsewhere)).toEqual([409, 'passkey_wrong']);
  const passkey = answerWith(kept, requestIn(await change(token)));
  expect((await change(token, { passkey })).status).toBe(200);
  expect((await change(token)).status).toBe(200);
});

test('A54 an owner without a second factor steps up with the password', async () => {
  const { token } = await newOwner(people);
  await ageProof(people, token, 11);
  const body = { name: 'Juma Otieno', handle: 'JUMA', staffRole: 'cashier' };
  const add = (proof: object = {}) => people.call(contract.addMember, { ...body, ...proof }, { token });
  const refused = await add();
  expect(refused.json).toMatchObject({ code: 'step_up_required', proofs: ['password'] });
  expect(refusalOf(await add({ otp: '123456' }))).toEqual([409, 'step_up_required']);
  expect(refusalOf(await add({ password: 'not-the-password' }))).toEqual([409, 'password_wrong']);
  const listed = await people.call(contract.listMembers, undefined, { token });
  expect(listed.json.body?.['staff']).toHaveLength(1);
  expect((await add({ password: OWNERS_PASSWORD })).status).toBe(200);
});

test('an endpoint without request fields accepts a step-up proof', async () => {
  const { token } = await newOwner(people);
  const made = await people.call(contract.makeApiKey, { name: 'Till 2', rights: 'redeem' }, { token });
  const revoke = at(contract.revokeApiKey, { keyId: made.json.body?.['keyId'] });
  await ageProof(people, token, 11);
  expect(refusalOf(await people.call(revoke, undefined, { token }))).toEqual([409, 'step_up_required']);
  expect((await people.call(revoke, { password: OWNERS_PASSWORD }, { token })).status).toBe(200);
});

test('refuses a wrong role, then invalid fields, before it asks for a step-up code', async () => {
  const { signIn } = await newAdministratorWithCodes();
  const { accessToken: token } = await signIn();
  const change = await newChange();
  await ageProof(people, token, 11);
  expect(refusalOf(await change(token, { staffRole: 'king' }))).toEqual([422, 'validation_failed']);
  const support = await newAdministrator(people, 'support');
  expect(refusalOf(await change(support.token))).toEqual([403, 'forbidden']);
});

test('neither refreshing the session nor changing the password counts as a step-up', async () => {
  const { signIn, password } = await newAdministratorWithCodes();
  const { accessToken, refreshToken } = await signIn();
  const change = await newChange();
  await ageProof(people, accessToken, 11);
  const { accessToken: token } = tokensOf(await people.call(contract.refresh, { refreshToken }));
  expect(refusalOf(await change(token))).toEqual([409, 'step_up_required']);
  const passwords = { currentPassword: password, newPassword: 'Another-horse-entirely' };
  const next = tokensOf(await people.call(contract.changePassword, passwords, { token }));
  expect(refusalOf(await change(next.accessToken))).toEqual([409, 'step_up_required']);
});
