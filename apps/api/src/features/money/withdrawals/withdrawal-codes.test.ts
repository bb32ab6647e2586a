import { formatMsisdn, updateProfile, verifyEmail } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, type SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  checkStatus,
  newSaver,
  registerWithdrawal,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

/** Sets how long ago the user changed password and phone, as SQL intervals. */
async function changed(person: SignedIn, what: Partial<Record<'password' | 'phone', string>>): Promise<void> {
  const { password, phone } = what;
  await system.owner.query(
    `update users set password_changed_at = now() - $2::interval, phone_changed_at = now() - $3::interval
     where id = $1`,
    [person.user.id, password ?? null, phone ?? null],
  );
}

async function codeBySms({ phoneNumber }: SignedIn): Promise<string> {
  const [, code = ''] = await system.sandbox.sms(phoneNumber, /\b(\d{6})\b/u);
  return code;
}

async function codeByMail({ email }: SignedIn): Promise<string> {
  const [, code = ''] = await system.sandbox.mail(email, /\b(\d{6})\b/u);
  return code;
}

function wrongOf(code: string): string {
  return code === '111111' ? '222222' : '111111';
}

test('S466 the first withdrawal to a new phone number needs a code sent to the verified phone', async () => {
  const person = await newSaver(system);
  const target = newPerson('Musa', 'Otieno').phoneNumber;
  const registered = await registerWithdrawal(system, person, 500, target);
  const sentTo = `07•• ••• ${person.user.phoneNumber.slice(-3)}`;
  expect(await startOf(system, person, registered)).toMatchObject({
    status: 409,
    outcome: 'otp_required',
    refusal: { sentTo },
  });
  expect(await readWallet(system, person)).toBe(1_900);
  const otp = await codeBySms(person);
  const wrong = await startOf(system, person, registered, { otp: wrongOf(otp) });
  expect(wrong.outcome).toBe('verification_code_invalid');
  expect((await startOf(system, person, registered, { otp })).outcome).toBe('ok');
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect((await system.sandbox.phone(target)).balance).toBe(50_000 + 488);

  const again = await registerWithdrawal(system, person, 500, target);
  expect((await startOf(system, person, again)).outcome).toBe('ok');
});

test('a withdrawal code used by concurrent requests permits one withdrawal', async () => {
  const person = await newSaver(system);
  const target = newPerson('Musa', 'Otieno').phoneNumber;
  const registered = await registerWithdrawal(system, person, 100, target);
  await startOf(system, person, registered);
  const otp = await codeBySms(person);
  const replies = await Promise.all([1, 2, 3].map(() => startOf(system, person, registered, { otp })));
  expect(replies.map(({ outcome }) => outcome)).toContain('ok');
  expect(await readWallet(system, person)).toBe(1_800);
});

test('A3 S427 a code for one withdrawal is refused for another, and stays valid for its own', async () => {
  const person = await newSaver(system);
  const [friend, stranger] = [newPerson('Musa', 'Otieno').phoneNumber, newPerson('Juma', 'Ali').phoneNumber];
  const small = await registerWithdrawal(system, person, 10, friend);
  const large = await registerWithdrawal(system, person, 1_500, stranger);
  expect((await startOf(system, person, small)).outcome).toBe('otp_required');
  const otp = await codeBySms(person);
  const stolen = await startOf(system, person, large, { otp });
  expect(stolen).toMatchObject({ status: 409, outcome: 'verification_code_invalid' });
  const twin = await registerWithdrawal(system, person, 10, friend);
  expect((await startOf(system, person, twin, { otp })).outcome).toBe('verification_code_invalid');
  expect(await readWallet(system, person)).toBe(1_900);
  expect((await startOf(system, person, small, { otp })).outcome).toBe('ok');
  expect(await readWallet(system, person)).toBe(1_890);
});

test('S428 the message with a withdrawal code names amount and phone number, in the user’s language', async () => {
  const person = await newSaver(system);
  const number = newPerson('Musa', 'Otieno').phoneNumber;
  const read = formatMsisdn(number);
  await changed(person, { password: '1 hour' });
  await startOf(system, person, await registerWithdrawal(system, person, 1_500, number));
  const [english] = await system.sandbox.sms(person.phoneNumber, /.*\b\d{6} confirms.*/u);
  expect(english).toContain(`KES 1,500 to ${read}`);

  await changed(person, { phone: '1 hour' });
  await system.owner.query(`update users set language = 'sw' where id = $1`, [person.user.id]);
  await startOf(system, person, await registerWithdrawal(system, person, 1_400, number));
  const [mail] = await system.sandbox.mail(person.email, /[^]*\b\d{6}\b[^]*/u);
  expect(mail).toContain('KES 1,400');
  expect(mail).toContain(read);
  expect(mail).toContain('Kwenda namba ya M-PESA');
});

test('S424 for a day after a change of password, a withdrawal needs a code by SMS', async () => {
  const person = await newSaver(system);
  await changed(person, { password: '23 hours 59 minutes' });
  const registered = await registerWithdrawal(system, person, 500);
  expect((await startOf(system, person, registered)).outcome).toBe('otp_required');
  expect((await startOf(system, person, registered, { otp: await codeBySms(person) })).outcome).toBe('ok');
  await changed(person, { password: '24 hours' });
  expect((await startOf(system, person, await registerWithdrawal(system, person, 500))).outcome).toBe('ok');
});

test('S425 after a change of phone, a withdrawal needs a code by email', async () => {
  const person = await newSaver(system);
  await changed(person, { phone: '1 hour' });
  const registered = await registerWithdrawal(system, person, 500);
  expect((await startOf(system, person, registered)).outcome).toBe('otp_required');
  expect((await startOf(system, person, registered, { otp: await codeByMail(person) })).outcome).toBe('ok');
  const { messages } = await system.sandbox.phone(person.phoneNumber);
  expect(messages.filter(({ text }) => /\b\d{6}\b/u.test(text))).toEqual([]);
});

test('S426 after a change of both phone and email, withdrawals have to wait', async () => {
  const person = await newSaver(system);
  const { email } = newPerson('Musa', 'Otieno');
  const wanted = { email, currentPassword: DEMO_PASSWORD };
  await system.call(updateProfile, { body: wanted }, { bearer: person.bearer });
  const [, token = ''] = await system.sandbox.mail(email, /verify-email#token=([\w.~-]+)/u);
  await system.call(verifyEmail, { body: { token } }, { bearer: person.bearer });
  await changed(person, { phone: '1 hour' });
  const registered = await registerWithdrawal(system, person, 500);
  const refused = await startOf(system, person, registered);
  expect(refused).toMatchObject({ status: 409, outcome: 'otp_unavailable' });

  await system.owner.query(`update users set email_changed_at = now() - interval '25 hours' where id = $1`, [
    person.user.id,
  ]);
  expect((await startOf(system, person, registered)).outcome).toBe('otp_required');
});

test.each([
  ['phone and password were changed', { phone: '1 hour', password: '1 hour' }, true],
  ['the phone was changed and the email address is not verified', { phone: '1 hour' }, false],
])('withdrawals have to wait when %s', async (_name, changes, email) => {
  const person = await newSaver(system);
  if (!email)
    await system.owner.query('update users set email_verified_at = null where id = $1', [person.user.id]);
  await changed(person, changes);
  const registered = await registerWithdrawal(system, person, 500);
  for (const otp of [undefined, '123456']) {
    const refused = await startOf(system, person, registered, { otp });
    expect(refused).toMatchObject({ status: 409, outcome: 'otp_unavailable' });
  }
  expect((await checkStatus(system, person, registered)).answer.orderStatus).toBe('REGISTERED');
});

test('A3 five wrong attempts void a withdrawal code, and no fourth code is sent within an hour', async () => {
  const person = await newSaver(system);
  await changed(person, { password: '1 hour' });
  const registered = await registerWithdrawal(system, person, 500);
  await startOf(system, person, registered);
  const otp = await codeBySms(person);
  for (let n = 0; n < 5; n += 1) {
    const wrong = await startOf(system, person, registered, { otp: wrongOf(otp) });
    expect(wrong.outcome).toBe('verification_code_invalid');
  }
  expect((await startOf(system, person, registered, { otp })).outcome).toBe('verification_code_invalid');
  expect((await startOf(system, person, registered)).outcome).toBe('otp_required');
  expect((await startOf(system, person, registered)).outcome).toBe('otp_required');
  const tooMany = await startOf(system, person, registered);
  expect(tooMany).toMatchObject({ status: 429, outcome: 'too_many_requests' });
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await readWallet(system, person)).toBe(1_900);
});
