import { cancelGift, freezeWallet, history, maskEmail, sentGifts } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { readGift, readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ageProof } from '../../../testing/age-sessions.ts';
import { basketGift, payByWallet, registerGifts } from '../../../testing/baskets.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { watchBooks } from '../../../testing/books-agree.ts';
import {
  answerPrompt,
  register,
  registerAndStart,
  stateOf,
  untilStatus,
  type Registered,
} from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { fund, newSaver, registerAndStartWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  await switchFeatures(system, true, 'basket', 'giftsFromWallet');
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const balanceOf = (person: SignedIn) => readWallet(system, person);

async function postingsOf({ requestId }: Pick<Registered, 'requestId'>) {
  const { rows } = await system.owner.query(
    `select split_part(t.debit, ':', 1) as debit, split_part(t.credit, ':', 1) as credit,
       (t.amount_cents / 100)::int as shillings
     from purchases p join ledger.transfers t on t.kind = 'wallet_purchase' and t.reference = p.bill_reference
     where p.id = $1 order by t.position`,
    [requestId],
  );
  return rows;
}

test('the wallet pays a gift at once, fee included, and its recipient gets it', async () => {
  const buyer = await newSaver(system);
  const recipient = newPerson('Kip', 'Rotich');
  const registered = await register(system, buyer, { amount: 1_000, recipient });
  const { outcome, answer } = await payByWallet(system, buyer, registered);
  expect(outcome).toBe('ok');
  expect(answer).toMatchObject({ orderStatus: 'COMPLETED', paidBy: 'wallet', value: 950, fee: 50 });
  expect(answer.mpesaReceipt).toBeUndefined();
  expect(await postingsOf(registered)).toEqual([
    { debit: 'wallet', credit: 'transit', shillings: 950 },
    { debit: 'transit', credit: 'voucher', shillings: 950 },
    { debit: 'wallet', credit: 'revenue', shillings: 50 },
  ]);
  expect(await balanceOf(buyer)).toBe(900);
  expect((await readGift(system, recipient)).claimToken).not.toBe('');
  await system.sandbox.sms(buyer.phoneNumber, /Your Zawadi wallet paid KES.1,000 for a gift\. Not you\?/u);
  const [newest] = (await system.call(history, { query: {} }, buyer)).answer.activities;
  expect(newest).toMatchObject({ transactionType: 'GIFT_PURCHASE', wallet: 'debit', amount: 1_000, fee: 50 });
});

test('the wallet pays a basket: all gifts, or none if the balance is short', async () => {
  const buyer = await newSaver(system);
  const { answer: registered } = await registerGifts(system, buyer, [basketGift(700), basketGift(300)]);
  expect((await payByWallet(system, buyer, registered)).answer.gifts).toHaveLength(2);
  expect(await postingsOf(registered)).toHaveLength(5);
  expect(await balanceOf(buyer)).toBe(900);

  const { answer: dear } = await registerGifts(system, buyer, [basketGift(800), basketGift(101)]);
  expect((await payByWallet(system, buyer, dear)).outcome).toBe('insufficient_balance');
  expect(await postingsOf(dear)).toEqual([]);
  expect((await stateOf(system, buyer, dear)).orderStatus).toBe('REGISTERED');
  expect(await balanceOf(buyer)).toBe(900);
});

test('ten payments at once take the money once, and a repetition gets the same answer', async () => {
  const buyer = await newSaver(system);
  const registered = await register(system, buyer, { amount: 1_000 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => payByWallet(system, buyer, registered)));
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  expect(await postingsOf(registered)).toHaveLength(3);
  expect(await balanceOf(buyer)).toBe(900);
});

test('eleven minutes after the sign-in, the wallet pays only with the password', async () => {
  const buyer = await newSaver(system);
  const registered = await register(system, buyer, { amount: 1_000 });
  await ageProof(system, buyer.bearer, 11);
  expect((await payByWallet(system, buyer, registered)).outcome).toBe('step_up_required');
  const wrong = await payByWallet(system, buyer, registered, { password: 'Wrong-password-1' });
  expect(wrong.outcome).toBe('password_wrong');
  expect(await postingsOf(registered)).toEqual([]);
  const paid = await payByWallet(system, buyer, registered, { password: DEMO_PASSWORD });
  expect(paid.answer.orderStatus).toBe('COMPLETED');
});

test.each([
  [
    'after a password reset by the only contact',
    'wallet_waits',
    `update users set password_reset_at = now(), password_reset_by = 'sms', email_verified_at = null where id = $1`,
  ],
  ['of an account frozen by support', 'unauthenticated', `select freeze_user($1, true)`],
] as const)('refuses to pay from the wallet %s', async (_name, outcome, change) => {
  const buyer = await newSaver(system);
  const registered = await register(system, buyer, { amount: 1_000 });
  await system.owner.query(change, [buyer.user.id]);
  const refused = await eventually('a refusal', async () => {
    const reply = await payByWallet(system, buyer, registered);
    return reply.outcome === 'unauthenticated' || outcome !== 'unauthenticated' ? reply : undefined;
  });
  expect(refused.outcome).toBe(outcome);
  expect(await postingsOf(registered)).toEqual([]);
});

test('within 24 hours of a password reset, a code to the other contact pays one purchase, once', async () => {
  const buyer = await newSaver(system);
  const [registered, other] = [
    await register(system, buyer, { amount: 1_000 }),
    await register(system, buyer, { amount: 500 }),
  ];
  await system.owner.query(
    `update users set password_reset_at = now(), password_reset_by = 'sms' where id = $1`,
    [buyer.user.id],
  );
  const asked = await payByWallet(system, buyer, registered);
  expect(asked).toMatchObject({ status: 409, outcome: 'otp_required' });
  expect(asked.refusal.sentTo).toBe(maskEmail(buyer.email));
  const [, confirmationCode = ''] = await system.sandbox.mail(
    buyer.email,
    /Confirm your payment[^]*?\b(\d{6})\b/u,
  );
  for (const [purchase, code] of [
    [registered, confirmationCode === '123456' ? '654321' : '123456'],
    [other, confirmationCode],
  ] as const) {
    const refused = await payByWallet(system, buyer, purchase, { confirmationCode: code });
    expect(refused.outcome).toBe('verification_code_invalid');
  }
  expect(await balanceOf(buyer)).toBe(1_900);

  const paid = await Promise.all(
    [1, 2, 3].map(() => payByWallet(system, buyer, registered, { confirmationCode })),
  );
  expect(paid.some(({ outcome }) => outcome === 'ok')).toBe(true);
  expect(await postingsOf(registered)).toHaveLength(3);
  expect(await balanceOf(buyer)).toBe(900);
  expect((await payByWallet(system, buyer, other, { confirmationCode })).outcome).toBe(
    'verification_code_invalid',
  );
});

test('refuses to pay from a frozen wallet', async () => {
  const buyer = await newSaver(system);
  const registered = await register(system, buyer, { amount: 1_000 });
  await system.call(freezeWallet, { body: {} }, buyer);
  expect((await payByWallet(system, buyer, registered)).outcome).toBe('wallet_frozen');
  expect(await postingsOf(registered)).toEqual([]);
});

test('a stranger’s purchase, another amount and a purchase already paid by M-PESA are refused', async () => {
  const [buyer, stranger] = [await newSaver(system), await newSaver(system)];
  const registered = await register(system, buyer, { amount: 1_000 });
  expect((await payByWallet(system, stranger, registered)).outcome).toBe('not_found');
  const other = await payByWallet(system, buyer, { ...registered, amount: 999 });
  expect(other.outcome).toBe('registration_mismatch');
  const paid = await registerAndStart(system, buyer, { amount: 500 });
  expect((await payByWallet(system, buyer, paid)).outcome).toBe('payment_pending');
  await answerPrompt(system, buyer.phoneNumber, paid);
  await untilStatus(system, buyer, paid, 'COMPLETED');
  expect((await payByWallet(system, buyer, paid)).outcome).toBe('already_paid');
  expect(await balanceOf(buyer)).toBe(1_900);
});

test('an M-PESA payment that arrives after the wallet has paid goes to the wallet as a second payment', async () => {
  const buyer = await newSaver(system);
  const registered = await registerAndStart(system, buyer, { amount: 1_000 });
  const { billReferenceNumber: reference } = registered;
  await system.sandbox.answerPrompt(buyer.phoneNumber, reference, { cancel: true });
  await untilStatus(system, buyer, registered, 'CANCELED');
  expect((await payByWallet(system, buyer, registered)).answer.paidBy).toBe('wallet');
  expect(await balanceOf(buyer)).toBe(900);
  await system.provider.payBill({ msisdn: buyer.phoneNumber, amount: 1_000, reference });
  await eventually('the second payment', async () => ((await balanceOf(buyer)) === 1_900 ? true : undefined));
  expect(await stateOf(system, buyer, registered)).toMatchObject({
    orderStatus: 'COMPLETED',
    paidBy: 'wallet',
  });
});

test('gifts from the wallet and withdrawals share the daily limit of money out', async () => {
  const buyer = await newSaver(system);
  for (const amount of [250_000, 250_000]) await fund(system, buyer, amount);
  for (const amount of [250_000, 200_000]) {
    const registered = await register(system, buyer, { amount });
    expect((await payByWallet(system, buyer, registered)).outcome).toBe('ok');
    await fund(system, buyer, 100_000);
  }
  const third = await register(system, buyer, { amount: 50_001 });
  expect(await payByWallet(system, buyer, third)).toMatchObject({
    outcome: 'daily_limit',
    refusal: { allowed: 50_000 },
  });
  const withdrawal = await registerAndStartWithdrawal(system, buyer, 50_001).catch(String);
  expect(withdrawal).toContain('daily_limit');
});

test('a refund of a gift that the wallet paid goes back to the wallet whole', async () => {
  const buyer = await newSaver(system);
  const deliverAt = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 7 * 86_400_000).toISOString();
  const registered = await register(system, buyer, { amount: 1_000, deliverAt });
  await payByWallet(system, buyer, registered);
  expect(await balanceOf(buyer)).toBe(900);
  const [gift] = (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts;
  const { answer } = await system.call(cancelGift, { body: { voucherId: gift?.voucherId ?? '' } }, buyer);
  expect(answer.refund).toMatchObject({ amount: 1_000, returnedTo: 'wallet' });
  expect(await balanceOf(buyer)).toBe(1_900);
});

test('while the feature is off, the wallet pays nothing', async () => {
  const buyer = await newSaver(system);
  const registered = await register(system, buyer, { amount: 1_000 });
  await switchFeatures(system, false, 'giftsFromWallet');
  expect((await payByWallet(system, buyer, registered)).outcome).toBe('feature_off');
  await switchFeatures(system, true, 'giftsFromWallet');
});
