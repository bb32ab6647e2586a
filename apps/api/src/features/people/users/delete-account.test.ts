import {
  claimVoucher,
  deleteAccount,
  enableTwoFactor,
  login,
  signup,
  startTwoFactor,
  userDetails,
} from '@zawadi/contract';
import { DEMO_PASSWORD, signIn, type SignedIn } from '@zawadi/story/people';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { registerAndStart, untilStatus } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { applyPayBillPayment, registerPurchase } from '../../money/purchases/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function remove(person: SignedIn, body: { password?: string; otp?: string } = {}) {
  const { password = DEMO_PASSWORD, otp } = body;
  return system.call(deleteAccount, { body: { password, otp } }, { bearer: person.bearer });
}

const TABLES_ABOUT = {
  users: 'id',
  sessions: 'subject_id',
  second_factors: 'subject_id',
  user_email_verifications: 'user_id',
  user_pictures: 'user_id',
  withdrawals: 'user_id',
  purchases: 'buyer_id',
};

/** Returns every row about a user, as text. */
async function everythingAbout({ user }: SignedIn): Promise<string> {
  const selects = Object.entries(TABLES_ABOUT).map(
    ([table, owner]) => `select row_to_json(t)::text as kept from ${table} t where ${owner} = $1`,
  );
  const attempts = `select row_to_json(a)::text from orders a
    left join purchases p on p.home_id = a.home_id and p.id = a.owner_id where $1 in (p.buyer_id, a.home_id)`;
  const { rows } = await system.owner.query<{ kept: string }>([...selects, attempts].join(' union all '), [
    user.id,
  ]);
  return rows
    .map((row) => row.kept)
    .join('\n')
    .toLowerCase();
}

async function withGiftInWallet(person: SignedIn, amount: number): Promise<void> {
  const { claimToken } = await makeGift(system, { amount, recipient: person });
  await system.call(claimVoucher, { body: { claimToken } }, { bearer: person.bearer });
}

test('S86 refuses to delete an account with a balance; deletes an empty one with all personal data', async () => {
  const me = await newConsumer(system);
  await withGiftInWallet(me, 1_000);
  const bought = await registerAndStart(system, me, { amount: 70 });
  await system.sandbox.answerPrompt(me.phoneNumber, bought.billReferenceNumber, { cancel: true });
  await untilStatus(system, me, bought, 'CANCELED');
  expect(await remove(me)).toMatchObject({ status: 409, outcome: 'wallet_not_empty' });
  const withdrawal = await registerAndStartWithdrawal(system, me, 950);
  await untilWithdrawal(system, me, withdrawal, 'COMPLETED');

  const traces = [me.email, me.phoneNumber, me.firstName.toLowerCase(), me.lastName.toLowerCase()];
  const before = await everythingAbout(me);
  for (const trace of traces) expect(before).toContain(trace);
  expect(await remove(me)).toMatchObject({ status: 200 });
  const after = await everythingAbout(me);
  for (const trace of traces) expect(after).not.toContain(trace);
  const { rows } = await system.owner.query(
    `select u.status, u.first_name, w.status as paid, w.transaction_code is not null as has_receipt
     from users u join withdrawals w on w.user_id = u.id where u.id = $1`,
    [me.user.id],
  );
  expect(rows).toEqual([{ status: 'DELETED', first_name: 'Deleted', paid: 'COMPLETED', has_receipt: true }]);
  const [goodbye] = await system.sandbox.mail(me.email, /Your Zawadi account was deleted|Kwaheri/u);
  expect(goodbye).toBeTruthy();
});

test('after a deletion sessions and sign-in stop, and another account can use email address and phone', async () => {
  const me = await newConsumer(system);
  expect(await remove(me)).toMatchObject({ status: 200 });
  const details = await system.call(userDetails, { body: {} }, { bearer: me.bearer });
  expect(details).toMatchObject({ status: 401 });
  const body = { email: me.email, password: DEMO_PASSWORD };
  expect(await system.call(login, { body })).toMatchObject({ status: 401, outcome: 'invalid_credentials' });
  const ghost = { ...body, email: `deleted-${me.user.id}@deleted.invalid` };
  expect(await system.call(login, { body: ghost })).toMatchObject({ outcome: 'invalid_credentials' });
  expect(await remove(me)).toMatchObject({ status: 401 });

  const { firstName, lastName, email, phoneNumber } = me;
  await system.call(signup, { body: { firstName, lastName, email, phoneNumber, password: DEMO_PASSWORD } });
  const bearer = await signIn(system.api, me);
  const again = await system.api.call(userDetails, { body: {} }, { bearer });
  expect(again).toMatchObject({ email, phoneNumber, phoneVerified: false });
  expect(again.id).not.toBe(me.user.id);
});

test('a deletion is refused while a payment is in flight', async () => {
  const me = await newConsumer(system);
  const bought = await registerAndStart(system, me, { amount: 100 });
  expect(await remove(me)).toMatchObject({ status: 409, outcome: 'payment_open' });
  await system.sandbox.answerPrompt(me.phoneNumber, bought.billReferenceNumber, { cancel: true });
  await untilStatus(system, me, bought, 'CANCELED');
  expect(await remove(me)).toMatchObject({ status: 200 });
});

test('S443 a gift that a deleted user had not claimed stays valid by its code', async () => {
  const me = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient: me });
  expect(await remove(me)).toMatchObject({ status: 200 });
  expect(await redeem(system, await newTill(system), gift.code, { amount: 400 })).toMatchObject({
    status: 200,
  });
});

test('a payment that arrives after the buyer’s deletion still becomes the gift', async () => {
  const me = await newConsumer(system);
  const { id: buyerId } = me.user;
  const purchase = await registerPurchase(system.deps, {
    buyerId,
    body: {
      userId: buyerId,
      amount: 500,
      recipientMsisdn: '254711000999',
      recipientEmail: 'kip@example.test',
      partyA: me.phoneNumber,
      fullName: 'Kip Rotich',
      paymentMethod: 'mpesa',
      transactionType: 'purchase',
      transactionDesc: 'Hongera',
      cloth: 'plain',
      showsAmount: false,
      copyToBuyer: false,
    },
  });
  expect(await remove(me)).toMatchObject({ status: 200 });
  const payment = {
    messageId: newId(),
    receipt: 'TLATE00001',
    billReference: purchase.billReferenceNumber,
    amountShillings: 500,
  };
  await inTransaction(system.deps.db, (tx) => applyPayBillPayment(tx, system.deps, payment));
  const { rows } = await system.owner.query('select sender_name from vouchers where buyer_id = $1', [
    buyerId,
  ]);
  expect(rows).toEqual([{ sender_name: 'Zawadi' }]);
});

test('deleting an account needs the password, and a code if the second factor is on', async () => {
  const me = await newConsumer(system);
  expect(await remove(me, { password: 'never-right' })).toMatchObject({
    status: 409,
    outcome: 'password_wrong',
  });
  const { secret } = await system.api.call(
    startTwoFactor,
    { body: { password: DEMO_PASSWORD } },
    { bearer: me.bearer },
  );
  const { recoveryCodes } = await system.api.call(
    enableTwoFactor,
    { body: { otp: generateSync({ secret }) } },
    { bearer: me.bearer },
  );
  expect(await remove(me)).toMatchObject({ status: 409, outcome: 'otp_required' });
  expect(await remove(me, { otp: 'AAAAA-AAAAA' })).toMatchObject({ outcome: 'verification_code_invalid' });
  expect(await remove(me, { otp: recoveryCodes[0] })).toMatchObject({ status: 200 });
});

test('a concurrent claim and account deletion never leave money without an owner', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const me = await newConsumer(system);
    const { claimToken } = await makeGift(system, { amount: 300, recipient: me });
    const [claimed, removed] = await Promise.all([
      system.call(claimVoucher, { body: { claimToken } }, { bearer: me.bearer }),
      remove(me),
    ]);
    expect([claimed.status === 200, removed.status === 200].filter(Boolean)).toHaveLength(1);
  }
});
