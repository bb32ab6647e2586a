import {
  generatePasswordOtp,
  generatePhonePasswordOtp,
  login,
  resetPassword,
  resetPasswordByPhone,
} from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newSaver, registerWithdrawal, startOf, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
});
afterAll(() => system.close());

const password = 'Four-goats-and-a-kite';

async function signInAgain(person: SignedIn): Promise<SignedIn> {
  const { answer } = await system.call(login, { body: { email: person.phoneNumber, password } });
  return { ...person, bearer: answer.accessToken };
}

async function resetBySms(person: SignedIn): Promise<SignedIn> {
  const phone = person.phoneNumber;
  await system.call(generatePhonePasswordOtp, { body: { phone } });
  const [, otp = ''] = await system.sandbox.sms(phone, /^(\d{6}) sets a new Zawadi password/u);
  const reset = await system.call(resetPasswordByPhone, { body: { phone, otp, password } });
  expect(reset.outcome).toBe('ok');
  return signInAgain(person);
}

async function resetByMail(person: SignedIn): Promise<SignedIn> {
  const { email } = person;
  await system.call(generatePasswordOtp, { body: { email } });
  const [, otp = ''] = await system.sandbox.mail(email, /\b(\d{6})\b/u);
  expect((await system.call(resetPassword, { body: { email, otp, password } })).outcome).toBe('ok');
  return signInAgain(person);
}

async function agedReset({ user }: SignedIn, age: string): Promise<void> {
  await system.owner.query(
    `update users set password_reset_at = now() - $2::interval, password_changed_at = now() - $2::interval where id = $1`,
    [user.id, age],
  );
}

test('for 24 hours after a reset by the only contact no money leaves the wallet, not even to the user’s own phone', async () => {
  const saver = await newSaver(system);
  await system.owner.query('update users set email_verified_at = null where id = $1', [saver.user.id]);
  const person = await resetBySms(saver);
  const registered = await registerWithdrawal(system, person, 500);
  const refused = await startOf(system, person, registered);
  expect(refused).toMatchObject({ status: 409, outcome: 'wallet_waits' });
  const waitMs = new Date(refused.refusal.until ?? '').getTime() - Date.now();
  expect(waitMs / 3_600_000).toBeCloseTo(24, 1);
  expect(await readWallet(system, person)).toBe(1_900);

  await agedReset(person, '24 hours');
  expect((await startOf(system, person, registered)).outcome).toBe('ok');
});

test('an email address verified after a password reset cannot confirm a withdrawal', async () => {
  const saver = await newSaver(system);
  await system.owner.query('update users set email_verified_at = null where id = $1', [saver.user.id]);
  const person = await resetBySms(saver);
  await system.owner.query('update users set email_verified_at = now() where id = $1', [saver.user.id]);
  const registered = await registerWithdrawal(system, person, 500);
  expect((await startOf(system, person, registered)).outcome).toBe('wallet_waits');
});

test('after a password reset by SMS, a code to the verified email address confirms a withdrawal', async () => {
  const person = await resetBySms(await newSaver(system));
  const registered = await registerWithdrawal(system, person, 500);
  expect((await startOf(system, person, registered)).outcome).toBe('otp_required');
  const [, otp = ''] = await system.sandbox.mail(person.email, /\b(\d{6})\b/u);
  expect((await startOf(system, person, registered, { otp })).outcome).toBe('ok');
});

test('after a password reset by email, the verified phone confirms a withdrawal, a phone changed since does not', async () => {
  const person = await resetByMail(await newSaver(system));
  const registered = await registerWithdrawal(system, person, 500);
  await system.owner.query(
    'update users set phone_verified_at = now(), phone_changed_at = now() where id = $1',
    [person.user.id],
  );
  expect((await startOf(system, person, registered)).outcome).toBe('wallet_waits');
  await system.owner.query(
    `update users set phone_verified_at = now() - interval '2 days', phone_changed_at = null where id = $1`,
    [person.user.id],
  );
  expect((await startOf(system, person, registered)).outcome).toBe('otp_required');
  const [, otp = ''] = await system.sandbox.sms(person.phoneNumber, /^(\d{6}) confirms/u);
  expect((await startOf(system, person, registered, { otp })).outcome).toBe('ok');
});

test('a withdrawal code sent by SMS before a password reset by SMS is refused after the reset', async () => {
  const saver = await newSaver(system);
  const target = newPerson('Musa', 'Otieno').phoneNumber;
  const registered = await registerWithdrawal(system, saver, 500, target);
  await startOf(system, saver, registered);
  const [, otp = ''] = await system.sandbox.sms(saver.phoneNumber, /^(\d{6}) confirms/u);
  const person = await resetBySms(saver);
  expect((await startOf(system, person, registered, { otp })).outcome).toBe('verification_code_invalid');
  expect(await readWallet(system, person)).toBe(1_900);
});

test('notifies of a withdrawal to another phone number, masked, by SMS and email, even with email alerts off', async () => {
  const person = await newSaver(system);
  await system.owner.query('update users set email_alerts = false where id = $1', [person.user.id]);
  const target = newPerson('Musa', 'Otieno').phoneNumber;
  const registered = await registerWithdrawal(system, person, 500, target);
  await startOf(system, person, registered);
  const [, otp = ''] = await system.sandbox.sms(person.phoneNumber, /^(\d{6}) confirms/u);
  await startOf(system, person, registered, { otp });
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  const tail = target.slice(-3);
  const [text] = await system.sandbox.sms(person.phoneNumber, /.*KES 488 went to.*/u);
  expect(text).toMatch(new RegExp(`went to M-PESA 07\\*\\* \\*\\*\\* ${tail}`, 'u'));
  expect(text).not.toContain('your M-PESA');
  const [mail] = await system.sandbox.mail(person.email, /[^]*Your withdrawal is complete[^]*/u);
  expect(mail).toContain(`07•• ••• ${tail}`);
});
