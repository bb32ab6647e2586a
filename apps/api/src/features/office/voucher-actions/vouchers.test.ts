import { randomUUID } from 'node:crypto';
import {
  adminResendVoucher,
  bookReversal,
  claimVoucher,
  createVoucher,
  dashboardStats,
  extendVoucher,
  listApprovals,
  rejectRequest,
  voidVoucher,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { approve, payForGift, refund, refundOf, untilRefunded } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { readBalance } from '../../../ledger/index.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { account } from '../../services/postings/index.ts';
import { expireVouchers } from '../../money/vouchers/index.ts';

let system: TestSystem;
let finance: Administrator;
let checker: Administrator;
let till: Till;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  [finance, checker, till] = await Promise.all([
    newAdministrator(system),
    newAdministrator(system, 'administrator'),
    newTill(system),
  ]);
});
afterAll(() => system.close());

const reason = 'A customer called';
const DAY_MS = 24 * 3_600_000;
const daysAhead = (days: number) => nairobiDay(new Date(Date.now() + days * DAY_MS));

const voidIt = (
  { voucherId }: { voucherId: string },
  valueGoesTo: 'replacement' | 'refund' | 'merchant',
  administrator = finance,
) => system.call(voidVoucher, { body: { voucherId, valueGoesTo, reason } }, { bearer: administrator.bearer });
const extend = ({ voucherId }: { voucherId: string }, validTo: string) =>
  system.call(extendVoucher, { body: { voucherId, validTo, reason } }, { bearer: finance.bearer });

async function expire({ voucherId }: Gift): Promise<void> {
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 hour' where id = $1`, [
    voucherId,
  ]);
  await expireVouchers(system.deps);
}

async function replacementOf({ voucherId }: Gift): Promise<{ voucherId: string; status: string | null }> {
  const { rows } = await system.owner.query<{ voucherId: string; status: string | null }>(
    'select id as "voucherId", closed_as as status from vouchers where replaces_id = $1',
    [voucherId],
  );
  if (!rows[0]) throw new Error('there is no replacement');
  return rows[0];
}

async function newMerchantVoucher(amount: number): Promise<{ id: string; code: string }> {
  const { answer, outcome } = await system.call(
    createVoucher,
    {
      headers: { 'idempotency-key': randomUUID() },
      body: { amount, recipient: { name: 'Kip Rotich', phone: '254712345678' } },
    },
    { basic: till.basic },
  );
  if (outcome !== 'ok') throw new Error(`the shop could not make a voucher: ${outcome}`);
  return { id: answer.id, code: answer.code ?? '' };
}

test('S306 replaces a voided gift by one with another code, the same recipient and the same balance', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, till, gift.code, { amount: 200 });
  expect((await voidIt(gift, 'replacement')).answer).toEqual({ outcome: 'done' });
  expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_void');
  const { voucherId } = await replacementOf(gift);
  expect(await leftOn(system, { ...gift, voucherId })).toBe(750);
  expect((await voidIt(gift, 'replacement')).outcome).toBe('voucher_void');
});

test('a gift that already has a replacement cannot be replaced again, and keeps its value', async () => {
  const [gift, replacement] = [
    await makeGift(system, { amount: 1_000 }),
    await makeGift(system, { amount: 1_000 }),
  ];
  await system.owner.query('update vouchers set replaces_id = $1 where id = $2', [
    gift.voucherId,
    replacement.voucherId,
  ]);
  expect((await voidIt(gift, 'replacement')).status).toBe(500);
  expect(await leftOn(system, gift)).toBe(950);
});

test('refunds the unspent replacement of a gift with the purchase’s fee', async () => {
  const gift = await payForGift(system, 600);
  await voidIt(gift, 'replacement');
  const replacement = await replacementOf(gift);
  await refund(system, finance, replacement);
  expect(await untilRefunded(system, replacement)).toMatchObject({ returnedTo: 'mpesa', amount: 600 });
});

test('S307 a voided gift must be replaced or refunded; a shop’s own voucher returns its value to the shop', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  expect((await voidIt(gift, 'merchant')).outcome).toBe('voucher_bought');
  expect((await voidIt(gift, 'refund')).answer).toEqual({ outcome: 'done' });
  expect(await untilRefunded(system, gift)).toMatchObject({ amount: 1_000 });
  expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_void');

  const earned = await makeGift(system, { amount: 2_000 });
  await redeem(system, till, earned.code);
  const owed = await owedTo(system, till);
  const own = await newMerchantVoucher(500);
  expect((await refund(system, finance, { voucherId: own.id })).outcome).toBe('voucher_not_bought');
  expect((await voidIt({ voucherId: own.id }, 'replacement')).outcome).toBe('voucher_not_bought');
  expect((await voidIt({ voucherId: own.id }, 'merchant')).answer).toEqual({ outcome: 'done' });
  expect(await owedTo(system, till)).toBe(owed);
  expect((await redeem(system, till, own.code)).outcome).toBe('voucher_void');
});

test('S308 restores an expired gift with its balance, also after a second expiry', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, till, gift.code, { amount: 50 });
  for (let round = 1; round <= 2; round += 1) {
    await expire(gift);
    expect(await leftOn(system, gift)).toBe(0);
    expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_expired');
    expect((await extend(gift, daysAhead(30))).answer).toEqual({ outcome: 'done' });
    expect(await leftOn(system, gift)).toBe(900);
  }
  expect((await redeem(system, till, gift.code)).outcome).toBe('ok');
  expect((await extend(gift, daysAhead(60))).outcome).toBe('voucher_used');
});

test('extends a voucher only to a later day, at most 24 months ahead', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  expect((await extend(gift, daysAhead(30))).outcome).toBe('expiry_not_later');
  expect((await extend(gift, daysAhead(900))).outcome).toBe('expiry_moment_invalid');
  await expire(gift);
  expect((await extend(gift, daysAhead(-3))).outcome).toBe('expiry_moment_invalid');
});

test('refunds an expired gift only after an extension', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await expire(gift);
  expect((await refund(system, finance, gift)).outcome).toBe('voucher_expired');
  expect(await refundOf(system, gift)).toBeUndefined();
});

test('restoring a large amount from an expired gift needs two administrators, and the requester can withdraw the request', async () => {
  const gift = await makeGift(system, { amount: 20_000 });
  await expire(gift);
  const { answer } = await extend(gift, daysAhead(30));
  const approvalId = 'approvalId' in answer ? answer.approvalId : '';
  const rejected = await system.call(
    rejectRequest,
    { body: { approvalId, reason: 'Wrong voucher' } },
    { bearer: finance.bearer },
  );
  expect(rejected.answer).toMatchObject({ status: 'Rejected', decisionReason: 'Wrong voucher' });
  expect((await approve(system, checker, approvalId)).outcome).toBe('approval_closed');
  const again = await extend(gift, daysAhead(30));
  const id = 'approvalId' in again.answer ? again.answer.approvalId : '';
  expect((await approve(system, checker, id)).outcome).toBe('ok');
  expect(await leftOn(system, gift)).toBe(19_000);
});

test('refuses to approve an expired request, which can be made again', async () => {
  const gift = await makeGift(system, { amount: 20_000 });
  const { answer } = await refund(system, finance, gift);
  const approvalId = 'approvalId' in answer ? answer.approvalId : '';
  await system.owner.query('update approvals set expires_at = now() where id = $1', [approvalId]);
  expect((await approve(system, checker, approvalId)).outcome).toBe('approval_closed');
  expect((await refund(system, finance, gift)).answer).toMatchObject({ outcome: 'waiting' });
  const { answer: listed } = await system.call(
    listApprovals,
    { query: { subjectId: gift.voucherId } },
    { bearer: checker.bearer },
  );
  expect(listed.approvals.map(({ status, canApprove }) => [status, canApprove])).toEqual([
    ['Open', true],
    ['Expired', false],
  ]);
});

test('executes only the first of a concurrent refund and claim of a gift', async () => {
  const gift = await payForGift(system, 500);
  const [given, claimed] = await Promise.all([
    refund(system, finance, gift),
    system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, { bearer: gift.recipient.bearer }),
  ]);
  expect([given.outcome, claimed.outcome].toSorted()).toSatisfy(
    ([one, other]: string[]) => one === 'ok' && (other === 'voucher_void' || other === 'voucher_claimed'),
  );
  const wasGiven = given.outcome === 'ok';
  expect((await refundOf(system, gift)) !== undefined).toBe(wasGiven);
  if (wasGiven) await untilRefunded(system, gift);
});

test('S311 if M-PESA takes a payment back, the voucher’s balance pays for it and the rest is our loss', async () => {
  const gift = await payForGift(system, 1_000);
  await redeem(system, till, gift.code, { amount: 300 });
  const lost = () => readBalance(system.deps.db, { account: account.losses });
  const before = await lost();
  const body = { transactionId: gift.purchase.requestId, receipt: 'UKK1REVERS', reason };
  const booked = await system.call(bookReversal, { body }, { bearer: finance.bearer });
  expect(booked.answer).toEqual({ outcome: 'done' });
  expect(await leftOn(system, gift)).toBe(0);
  expect((await lost()) - before).toBe(35_000n);
  expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_void');
  expect((await system.call(bookReversal, { body }, { bearer: finance.bearer })).outcome).toBe(
    'receipt_known',
  );
  const other = { ...body, receipt: 'UKK2REVERS' };
  expect((await system.call(bookReversal, { body: other }, { bearer: finance.bearer })).outcome).toBe(
    'payment_given_back',
  );
});

test('S310 support may resend a gift once in ten minutes, and may only ask to void or refund it', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const support = await newAdministrator(system, 'support');
  const body = { voucherId: gift.voucherId };
  const { bearer } = support;
  expect((await system.call(adminResendVoucher, { body }, { bearer })).outcome).toBe('ok');
  expect((await system.call(adminResendVoucher, { body }, { bearer })).outcome).toBe('resend_too_soon');
  expect((await voidIt(gift, 'replacement', support)).answer.outcome).toBe('waiting');
  expect((await refund(system, support, gift)).outcome).toBe('approval_open');
});

test('the audit log records every action on vouchers', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await voidIt(gift, 'replacement');
  const { rows } = await system.owner.query<{ action: string; reason: string }>(
    'select action, reason from audit_log where subject_id = $1',
    [gift.voucherId],
  );
  expect(rows).toEqual([{ action: 'voucher.voided', reason }]);
});

test('the buyer’s history shows the refund of a voucher', async () => {
  const gift = await payForGift(system, 1_000);
  await redeem(system, till, gift.code, { amount: 100 });
  await refund(system, finance, gift);
  const { user, bearer } = gift.buyer;
  const { answer } = await system.call(dashboardStats, { body: { userId: user.id } }, { bearer });
  expect(answer.recentActivities).toContainEqual(
    expect.objectContaining({ transactionType: 'REFUND', amount: 850 }),
  );
});
