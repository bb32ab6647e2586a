import * as contract from '@zawadi/contract';
import { newPerson, signIn, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimCalls } from '../../../testing/claim-calls.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

const LINK = /verify-email#token=([\w-]+)/u;

let system: TestSystem;
let { newGift, prove, claim } = {} as ReturnType<typeof claimCalls>;
beforeAll(async () => {
  system = await createTestSystem();
  ({ newGift, prove, claim } = claimCalls(system));
});
afterAll(() => system.close());

/** Makes an account with a verified phone and an unverified email address of another person. */
const newHolder = () => newConsumer(system, { email: false });

const giftsFor = async (bearer: string) =>
  (await system.call(contract.receivedGifts, { query: {} }, { bearer })).answer.gifts.map(
    ({ voucherId }) => voucherId,
  );

const detailsOf = (bearer: string) => system.api.call(contract.userDetails, { body: {} }, { bearer });

/** Confirms the email address by this account's link; the address has also received the old account's link. */
async function confirm({ email }: { email: string }, bearer: string): Promise<void> {
  const before = await system.sandbox.mail(email, LINK);
  await system.api.call(contract.resendEmailVerification, { body: {} }, { bearer });
  await expect.poll(() => system.sandbox.mail(email, LINK)).not.toEqual(before);
  const [, token = ''] = await system.sandbox.mail(email, LINK);
  await system.api.call(contract.verifyEmail, { body: { token } }, { bearer });
}

const claimWith = ({ claimToken }: { claimToken: string }, bearer: string) =>
  system.call(contract.claimVoucher, { body: { claimToken } }, { bearer });

/** Signs up the owner of the email address; the password decides which of the two accounts is meant. */
async function ownerOf({ email }: SignedIn): Promise<string> {
  const person = { ...newPerson('Amina', 'Hassan'), email };
  const password = 'A-kite-over-Kilifi-7';
  await system.api.call(contract.signup, { body: { ...person, password } });
  return (await system.api.call(contract.login, { body: { email, password } })).accessToken;
}

test('gifts to an email address belong to the account that confirms it, never to one that did not', async () => {
  const holder = await newHolder();
  const gift = await makeGift(system, {
    amount: 1_000,
    recipient: { ...newPerson('Amina', 'Hassan'), email: holder.email },
  });
  const own = await makeGift(system, {
    amount: 500,
    recipient: { ...newPerson('Neema', 'Achieng'), phoneNumber: holder.phoneNumber },
  });
  const bearer = await ownerOf(holder);
  expect(await giftsFor(bearer)).toEqual([]);
  for (const anyone of [bearer, holder.bearer])
    expect((await claimWith(gift, anyone)).outcome).toBe('claim_not_verified');

  await confirm(holder, bearer);
  expect(await giftsFor(bearer)).toEqual([gift.voucherId]);
  expect(await giftsFor(holder.bearer)).toEqual([own.voucherId]);
  expect((await claimWith(gift, holder.bearer)).outcome).toBe('claim_not_yours');
  expect((await claimWith(gift, bearer)).answer).toMatchObject({ amount: 950, walletBalance: 950 });
  expect(await leftOn(system, gift)).toBe(0);
  expect((await claimWith(own, holder.bearer)).outcome).toBe('ok');
  await system.sandbox.sms(holder.phoneNumber, /^Zawadi: you never confirmed \w\*\*\*@example\.test\./u);
});

test('an account created by claiming a gift can confirm its email address by the mailed link', async () => {
  const holder = await newHolder();
  const made = await newGift({ ...newPerson('Brian', 'Otieno'), email: holder.email });
  const claimed = await claim(await prove(made), holder);
  const bearer = claimed.answer.accessToken;
  expect(await detailsOf(bearer)).toMatchObject({
    email: holder.email,
    emailVerified: false,
    phoneVerified: true,
  });
  await confirm(holder, bearer);
  expect(await detailsOf(bearer)).toMatchObject({ email: holder.email, emailVerified: true });
  expect(await detailsOf(holder.bearer)).toMatchObject({ email: '', phoneVerified: true });
  expect(await signIn(system.api, { email: holder.phoneNumber })).toBeTypeOf('string');
});
