import { randomUUID } from 'node:crypto';
import {
  adjustMerchant,
  adminSettlementTransactions,
  approveRequest,
  listAdjustments,
  merchantDetails,
  rejectRequest,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '../../../testing/refund-calls.ts';
import {
  newAdministrator,
  newPayee,
  settleNow,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  maker = await newAdministrator(system, 'finance');
  checker = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const reason = 'A redemption of 12 November was counted twice';

function wanted(shop: Payee, change: object = {}) {
  const { merchantId } = shop;
  return {
    adjustmentId: randomUUID(),
    merchantId,
    direction: 'credit' as const,
    amount: 500,
    reason,
    ...change,
  };
}

function adjust(body: ReturnType<typeof wanted>, by: Administrator = maker) {
  return system.call(adjustMerchant, { body }, by);
}

async function balanceOf({ merchantCode }: Payee): Promise<number> {
  const { answer } = await system.call(merchantDetails, { body: { merchantCode } }, checker);
  return answer.currentBalance ?? Number.NaN;
}

async function listOf({ merchantId }: Payee, query: object = {}) {
  return (await system.call(listAdjustments, { query: { merchantId, ...query } }, maker)).answer.adjustments;
}

async function auditOf({ merchantId }: Payee) {
  const { rows } = await system.owner.query(
    `select action, reason, actor_name as by from audit_log
     where subject_kind = 'merchant' and subject_id = $1 order by seq`,
    [merchantId],
  );
  return rows;
}

test('S213 posts a small adjustment at once, notifies the merchant, and writes an audit entry', async () => {
  const shop = await newPayee(system);
  const { answer } = await adjust(wanted(shop));
  expect(answer).toMatchObject({
    action: { outcome: 'done' },
    adjustment: { direction: 'credit', amount: 500, status: 'Posted', requestedBy: maker.name, reason },
    currentBalance: 500,
  });
  const taken = await adjust(wanted(shop, { direction: 'debit', amount: 200 }));
  expect(taken.answer.currentBalance).toBe(300);
  expect(await listOf(shop)).toMatchObject([
    { direction: 'debit', amount: 200, status: 'Posted' },
    { direction: 'credit', amount: 500, status: 'Posted' },
  ]);
  const entry = { action: 'merchant.balance-adjusted', reason, by: maker.name };
  expect(await auditOf(shop)).toEqual([entry, entry]);
  expect(
    await system.sandbox.mail(shop.contact.email, /added KES 500 to the balance of Mama Njeri/u),
  ).toBeTruthy();
});

test('refuses a debit above the merchant’s balance', async () => {
  const shop = await newPayee(system);
  await adjust(wanted(shop));
  const refused = await adjust(wanted(shop, { direction: 'debit', amount: 501 }));
  expect(refused.outcome).toBe('insufficient_merchant_balance');
  expect(await balanceOf(shop)).toBe(500);
  expect(await listOf(shop)).toHaveLength(1);
});

test('posts an adjustment only once when twenty equal requests arrive at the same time', async () => {
  const shop = await newPayee(system);
  const body = wanted(shop);
  const replies = await Promise.all(Array.from({ length: 20 }, () => adjust(body)));
  expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  expect(await balanceOf(shop)).toBe(500);
  expect((await adjust({ ...body, amount: 501 })).outcome).toBe('adjustment_mismatch');
  expect(await auditOf(shop)).toHaveLength(1);
});

test('S214 an adjustment from KES 10,000 waits for a second administrator, and is posted once when two approve', async () => {
  const shop = await newPayee(system);
  const body = wanted(shop, { amount: 10_000 });
  const { answer } = await adjust(body);
  if (answer.action.outcome !== 'waiting') throw new Error('it was not asked for');
  expect((await adjust(body)).answer.action).toEqual(answer.action);
  expect(await balanceOf(shop)).toBe(0);
  expect(await listOf(shop, { status: 'Waiting' })).toHaveLength(1);

  const approval = { body: { approvalId: answer.action.approvalId } };
  expect((await system.call(approveRequest, approval, maker)).outcome).toBe('second_person_needed');
  const other = await newAdministrator(system, 'finance');
  const outcomes = await Promise.all(
    [checker, other].map(async (by) => (await system.call(approveRequest, approval, by)).outcome),
  );
  expect(outcomes.toSorted()).toEqual(['approval_closed', 'ok']);
  expect(await balanceOf(shop)).toBe(10_000);
  expect(await listOf(shop)).toMatchObject([{ status: 'Posted', approvalId: answer.action.approvalId }]);
  expect((await adjust(body)).answer.action).toEqual({ outcome: 'done' });
});

test('posts concurrent small adjustments only up to the sum that one administrator may decide', async () => {
  const shop = await newPayee(system);
  const [one, other] = [await newAdministrator(system), await newAdministrator(system)];
  const parts = await Promise.all(
    Array.from({ length: 5 }, () => adjust(wanted(shop, { amount: 9_999 }), one)),
  );
  const outcomes = parts.map(({ answer }) => answer.action.outcome).toSorted();
  expect(outcomes).toEqual(['done', 'waiting', 'waiting', 'waiting', 'waiting']);
  expect(await balanceOf(shop)).toBe(9_999);
  const split = await adjust(wanted(shop, { amount: 500 }), other);
  expect(split.answer.action.outcome).toBe('waiting');
  const taken = await adjust(wanted(shop, { direction: 'debit', amount: 9_999 }), other);
  expect(taken.answer.action).toEqual({ outcome: 'done' });
});

test('never posts a rejected adjustment, and keeps the request open if the adjustment exceeds the balance', async () => {
  const shop = await newPayee(system);
  const rejected = await adjust(wanted(shop, { amount: 12_000 }));
  if (rejected.answer.action.outcome !== 'waiting') throw new Error('it was not asked for');
  const body = { approvalId: rejected.answer.action.approvalId, reason: 'The wrong shop' };
  expect((await system.call(rejectRequest, { body }, checker)).outcome).toBe('ok');
  expect(await listOf(shop)).toMatchObject([{ status: 'Rejected', decidedBy: checker.name }]);

  const taken = await adjust(wanted(shop, { direction: 'debit', amount: 15_000 }));
  if (taken.answer.action.outcome !== 'waiting') throw new Error('it was not asked for');
  const approval = { body: { approvalId: taken.answer.action.approvalId } };
  expect((await system.call(approveRequest, approval, checker)).outcome).toBe(
    'insufficient_merchant_balance',
  );
  expect(await listOf(shop, { status: 'Waiting' })).toHaveLength(1);
  expect(await balanceOf(shop)).toBe(0);
});

test('the next settlement batch includes credits and debits by adjustment', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '522522' });
  const asked = await adjust(wanted(shop, { amount: 900 }));
  // The shop's pay-out channel is new, so the credit waits for approval.
  if (asked.answer.action.outcome !== 'waiting') throw new Error('it was not asked for');
  expect((await approve(system, checker, asked.answer.action.approvalId)).outcome).toBe('ok');
  await adjust(wanted(shop, { direction: 'debit', amount: 100 }));
  const [batch] = await settleNow(system, maker, shop);
  expect(batch).toMatchObject({ amount: 800, transactionCount: 2 });
  const params = { batchId: batch?.batchId ?? '' };
  const { answer } = await system.call(adminSettlementTransactions, { params, query: {} }, maker);
  expect(answer.transactions).toMatchObject([
    { kind: 'adjustment', description: 'Adjustment', amount: 900 },
    { kind: 'adjustment', amount: -100 },
  ]);
  expect(await balanceOf(shop)).toBe(0);
});

test("refuses an adjustment above a pay-out's limit, for an unknown merchant, or without a reason", async () => {
  const shop = await newPayee(system);
  expect((await adjust(wanted(shop, { amount: 250_001 }))).outcome).toBe('transaction_limit');
  expect((await adjust(wanted(shop, { merchantId: randomUUID() }))).outcome).toBe('not_found');
  expect((await adjust(wanted(shop, { reason: '  ' }))).outcome).toBe('validation_failed');
});

test.each(['support', 'read-only'] as const)(
  'the role %s may read adjustments but not make them',
  async (role) => {
    const shop = await newPayee(system);
    const administrator = await newAdministrator(system, role);
    expect((await adjust(wanted(shop), administrator)).outcome).toBe('forbidden');
    expect((await system.call(listAdjustments, { query: {} }, administrator)).outcome).toBe('ok');
    expect(await balanceOf(shop)).toBe(0);
  },
);
