import {
  freezeByLink,
  generatePasswordOtp,
  generatePhonePasswordOtp,
  login,
  openWallet,
  resetPassword,
  resetPasswordByPhone,
  sendOpeningCode,
  userDetails,
} from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  askToRegister,
  newSaver,
  registerAndStartWithdrawal,
  registerWithdrawal,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { countSmsParts } from '../../services/messages/gsm7.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
});
afterAll(() => system.close());

const THIEFS = 'Four-goats-and-a-kite';
const OWNERS = 'Nine-lamps-in-the-rain';
const TOKEN = /freeze#token=([\w-]{32})/u;

async function signIn(person: SignedIn, password: string): Promise<SignedIn> {
  const { answer } = await system.call(login, { body: { email: person.phoneNumber, password } });
  return { ...person, bearer: answer.accessToken };
}

async function resetBySms(phone: string, password: string): Promise<void> {
  await system.call(generatePhonePasswordOtp, { body: { phone } });
  const [, otp = ''] = await system.sandbox.sms(phone, /^(\d{6}) sets a new Zawadi password/u);
  const reset = await system.call(resetPasswordByPhone, { body: { phone, otp, password } });
  expect(reset.outcome).toBe('ok');
}

async function resetByMail(email: string, password: string): Promise<void> {
  await system.call(generatePasswordOtp, { body: { email } });
  const [, otp = ''] = await system.sandbox.mail(email, /Set a new password[^]*?\b(\d{6})\b/u);
  expect((await system.call(resetPassword, { body: { email, otp, password } })).outcome).toBe('ok');
}

function press(token: string) {
  return system.call(freezeByLink, { body: { token } });
}

async function freezeOf(person: SignedIn) {
  return (await system.call(userDetails, { body: {} }, person)).answer.walletFreeze;
}

test('after a reset by the old phone, the link in the owner’s mail freezes the wallet and ends the thief’s session', async () => {
  const owner = await newSaver(system);
  await system.owner.query(
    `update users set phone_verified_at = now() - interval '9 days', email_verified_at = now() - interval '9 days'
     where id = $1`,
    [owner.user.id],
  );
  await resetBySms(owner.phoneNumber, THIEFS);
  const thief = await signIn(owner, THIEFS);
  const [, token = ''] = await system.sandbox.mail(owner.email, TOKEN);
  expect(await freezeOf(thief)).toBeNull();
  expect((await press(token)).outcome).toBe('ok');

  await expect
    .poll(async () => (await system.call(userDetails, { body: {} }, thief)).outcome, { timeout: 1_500 })
    .toBe('unauthenticated');
  const back = await signIn(owner, THIEFS);
  expect((await askToRegister(system, back, 300)).outcome).toBe('wallet_frozen');
  // The code goes to the email address, because the phone has reset the password.
  expect((await system.call(sendOpeningCode, { body: {} }, back)).answer.sentTo).toContain('@');
  const guess = { body: { password: THIEFS, otp: '123456' } };
  expect((await system.call(openWallet, guess, back)).outcome).toBe('password_reset_needed');
  expect((await press(token)).outcome).toBe('verification_link_invalid');

  await resetByMail(owner.email, OWNERS);
  const home = await signIn(owner, OWNERS);
  expect(await freezeOf(home)).toMatchObject({ by: 'not-me', opensAt: null });
});

test('a password reset by mail is notified to the phone, in one SMS with a “not me” link', async () => {
  const owner = await newSaver(system);
  await resetByMail(owner.email, THIEFS);
  const [text, token = ''] = await system.sandbox.sms(
    owner.phoneNumber,
    /^.*was reset.*freeze#token=([\w-]{32})/u,
  );
  expect(countSmsParts(text)).toBe(1);
  expect((await press(token)).outcome).toBe('ok');
  expect(await freezeOf(await signIn(owner, THIEFS))).toMatchObject({ by: 'not-me' });
});

test('a withdrawal is notified by SMS and mail, with a link that freezes the rest of the wallet', async () => {
  const owner = await newSaver(system);
  const target = newPerson('Musa', 'Otieno').phoneNumber;
  const registered = await registerWithdrawal(system, owner, 500, target);
  await startOf(system, owner, registered);
  const [, otp = ''] = await system.sandbox.sms(owner.phoneNumber, /^(\d{6}) confirms/u);
  await startOf(system, owner, registered, { otp });
  await untilWithdrawal(system, owner, registered, 'COMPLETED');
  const [text, token = ''] = await system.sandbox.sms(
    owner.phoneNumber,
    /^.*went to M-PESA 07\*\* \*\*\* \d{3}.*freeze#token=([\w-]{32})/u,
  );
  expect(countSmsParts(text)).toBe(1);
  expect(text).not.toContain(target.slice(-9));
  await system.sandbox.mail(owner.email, /Your withdrawal is complete[^]*freeze#token=/u);

  expect((await press(token)).outcome).toBe('ok');
  expect((await askToRegister(system, await signIn(owner, DEMO_PASSWORD), 300)).outcome).toBe(
    'wallet_frozen',
  );
});

test('each of two withdrawals has its own “not me” link', async () => {
  const owner = await newSaver(system);
  for (const amount of [300, 400]) {
    const registered = await registerAndStartWithdrawal(system, owner, amount);
    await untilWithdrawal(system, owner, registered, 'COMPLETED');
  }
  const { rows } = await system.owner.query<{ about: string }>(
    `select about from not_me_links where user_id = $1`,
    [owner.user.id],
  );
  expect(rows).toEqual([{ about: 'pay-out' }, { about: 'pay-out' }]);
});
