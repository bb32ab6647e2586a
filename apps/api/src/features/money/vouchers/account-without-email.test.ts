import * as contract from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimCalls, CLAIMERS_PASSWORD } from '../../../testing/claim-calls.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let { newGift, prove, claim } = {} as ReturnType<typeof claimCalls>;
beforeAll(async () => {
  system = await createTestSystem();
  ({ newGift, prove, claim } = claimCalls(system));
});
afterAll(() => system.close());

const detailsOf = (bearer: string) => system.api.call(contract.userDetails, { body: {} }, { bearer });

test('an account without email address signs in by phone number, withdraws, and can add an email address', async () => {
  const made = await newGift();
  const claimed = await claim(await prove(made), { email: undefined });
  expect(claimed.answer).toMatchObject({ amount: 950, walletBalance: 950 });
  const bearer = claimed.answer.accessToken;
  const details = await detailsOf(bearer);
  expect(details).toMatchObject({ email: '', emailVerified: false, pendingEmail: null, phoneVerified: true });
  expect((await system.call(contract.resendEmailVerification, { body: {} }, { bearer })).outcome).toBe('ok');
  const byNumber = { email: `0${made.recipient.phoneNumber.slice(3)}`, password: CLAIMERS_PASSWORD };
  expect((await system.call(contract.login, { body: byNumber })).outcome).toBe('ok');

  const administrator = await newAdministrator(system, 'support');
  const seen = await system.call(contract.adminUserDetail, { params: { userId: details.id } }, administrator);
  expect(seen.answer.email).toBe('');

  const number = made.recipient.phoneNumber;
  const body = {
    userId: details.id,
    amount: 100,
    recipientMsisdn: number,
    partyA: number,
    fullName: 'Brian Otieno',
    paymentMethod: 'mpesa' as const,
    transactionType: 'withdraw' as const,
  };
  expect((await system.call(contract.registerTransaction, { body }, { bearer })).outcome).toBe('ok');

  const { email } = newPerson('Brian', 'Otieno');
  const change = { body: { email, currentPassword: CLAIMERS_PASSWORD } };
  expect((await system.call(contract.updateProfile, change, { bearer })).outcome).toBe('ok');
  const [, token = ''] = await system.sandbox.mail(email, /verify-email#token=([\w-]+)/u);
  await system.call(contract.verifyEmail, { body: { token } }, { bearer });
  expect(await detailsOf(bearer)).toMatchObject({ email, emailVerified: true });
});
