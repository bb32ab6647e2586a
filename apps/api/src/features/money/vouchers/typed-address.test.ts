import * as contract from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimCalls, CLAIMERS_PASSWORD } from '../../../testing/claim-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let { newGift, prove, claim } = {} as ReturnType<typeof claimCalls>;

beforeAll(async () => {
  system = await createTestSystem({ PUBLIC_URL: 'https://zawadi.test' });
  ({ newGift, prove, claim } = claimCalls(system));
});
afterAll(() => system.close());

const detailsOf = (bearer: string) => system.api.call(contract.userDetails, { body: {} }, { bearer });

test('a buyer who types his own email address as the recipient’s gets no access to her wallet', async () => {
  const buyersMailbox = newPerson('Brian', 'Otieno').email;
  const recipient = { ...newPerson('Rose', 'Kerubo'), email: buyersMailbox };
  const made = await newGift(recipient);
  const claimed = await claim(await prove(made), { email: buyersMailbox });
  const bearer = claimed.answer.accessToken;
  expect(await detailsOf(bearer)).toMatchObject({ email: buyersMailbox, emailVerified: false });

  const asked = { body: { email: buyersMailbox } };
  expect((await system.call(contract.generatePasswordOtp, asked)).outcome).toBe('ok');
  await system.idle();
  const mails = await system.sandbox.mails(buyersMailbox);
  expect(mails.filter(({ text }) => /reset-password/u.test(text))).toEqual([]);
  const guess = { email: buyersMailbox, otp: '123456', password: 'Brian-was-here-1' };
  expect((await system.call(contract.resetPassword, { body: guess })).outcome).toBe(
    'verification_code_invalid',
  );

  // The recipient's session, phone number, money and sign-in by number are unchanged.
  expect(await detailsOf(bearer)).toMatchObject({ phoneNumber: recipient.phoneNumber, phoneVerified: true });
  const byPhone = { email: recipient.phoneNumber, password: CLAIMERS_PASSWORD };
  expect((await system.call(contract.login, { body: byPhone })).outcome).toBe('ok');
  const { id: userId } = await detailsOf(bearer);
  const stats = await system.api.call(contract.dashboardStats, { body: { userId } }, { bearer });
  expect(stats).toMatchObject({ walletBalance: 950 });

  const phone = recipient.phoneNumber;
  await system.call(contract.generatePhonePasswordOtp, { body: { phone } });
  const [, otp = ''] = await system.sandbox.sms(phone, /^(\d{6}) sets a new Zawadi password/u);
  const reset = { phone, otp, password: 'Four-goats-and-a-kite' };
  expect((await system.call(contract.resetPasswordByPhone, { body: reset })).outcome).toBe('ok');
});
