import { randomUUID } from 'node:crypto';
import {
  adjustMerchant,
  listApprovals,
  listAudit,
  previewAction,
  readApproval,
  type PlannedAction,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { approve, payForGift, refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { reverseRedemptionIn } from '../../money/redemptions/index.ts';

let system: TestSystem;
let checker: Administrator;
let till: Till;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  [checker, till] = [await newAdministrator(system), await newTill(system)];
});
afterAll(() => system.close());

const reason = 'A customer called';

async function plan(by: Administrator, action: PlannedAction) {
  return (await system.call(previewAction, { body: { action } }, by)).answer;
}

async function askForRefund(maker: Administrator, gift: { voucherId: string }): Promise<string> {
  const { answer } = await refund(system, maker, gift);
  if (answer.outcome !== 'waiting') throw new Error('the refund did not wait');
  return answer.approvalId;
}

const read = async (approvalId: string, by = checker) =>
  (await system.call(readApproval, { params: { approvalId } }, by)).answer;

async function credit(by: Administrator, merchantId: string, amount: number) {
  const body = { adjustmentId: randomUUID(), merchantId, direction: 'credit' as const, amount, reason };
  return (await system.call(adjustMerchant, { body }, by)).answer.action;
}

test('a dialog shows whether this request needs a second administrator, from which amount, and the sum decided before', async () => {
  const maker = await newAdministrator(system);
  const [small, large] = [await payForGift(system, 4_000), await makeGift(system, { amount: 20_000 })];
  const ofRefund = ({ voucherId }: Pick<Gift, 'voucherId'>) => plan(maker, { kind: 'refund', voucherId });
  expect(await ofRefund(small)).toEqual({
    preview: {
      amountCents: 400_000,
      feeCents: 20_000,
      way: 'by M-PESA, to the number that paid',
      balances: [{ of: 'The voucher', beforeCents: 380_000, afterCents: 0 }],
    },
    rule: { needsTwo: false, because: 'below', from: 10_000, doneAlone: 0 },
  });
  expect((await ofRefund(large)).rule).toMatchObject({ needsTwo: true, because: 'amount' });
  await refund(system, maker, small);
  const { merchantId } = await newTill(system);
  const ofCredit = (amount: number) =>
    plan(maker, { kind: 'adjustment', merchantId, direction: 'credit', amount });
  expect((await ofCredit(6_000)).rule).toEqual({
    needsTwo: true,
    because: 'day',
    from: 10_000,
    doneAlone: 4_000,
  });
  expect(await ofCredit(5_999)).toMatchObject({
    preview: { balances: [{ of: 'The merchant’s balance', beforeCents: 0, afterCents: 599_900 }] },
    rule: { needsTwo: false },
  });
});

test('a preview of a refused action shows the refusal’s own sentence and changes nothing', async () => {
  const { merchantId } = await newTill(system);
  const action = { kind: 'adjustment', merchantId, direction: 'debit', amount: 10 } as const;
  expect(await plan(checker, action)).toEqual({
    refusedBecause: 'The merchant’s balance is too low for this.',
  });
  const administrator = await newAdministrator(system, 'administrator');
  const adding = async (staffRole: 'finance' | 'support') =>
    (await plan(administrator, { kind: 'administrator-add', staffRole })).rule;
  expect(await adding('finance')).toMatchObject({ needsTwo: true, because: 'always' });
  expect(await adding('support')).toMatchObject({ needsTwo: false, because: 'never' });
});

test('the approver sees the current effect of a request, with balances before and after', async () => {
  const maker = await newAdministrator(system);
  const gift = await payForGift(system, 20_000);
  const { answer: redeemed } = await redeem(system, till, gift.code, { amount: 1_000 });
  const approvalId = await askForRefund(maker, gift);
  const seen = await read(approvalId);
  expect(seen).toMatchObject({
    approval: {
      requestedBy: maker.name,
      canApprove: true,
      rule: { needsTwo: true, because: 'amount', from: 10_000 },
    },
    isOutdated: false,
    preview: {
      amountCents: 1_800_000,
      way: 'to the wallet of the buyer',
      balances: [
        { of: 'The voucher', beforeCents: 1_800_000, afterCents: 0 },
        { of: 'The buyer’s wallet', beforeCents: 0, afterCents: 1_800_000 },
      ],
    },
  });
  expect(seen.preview).not.toHaveProperty('feeCents');
  const { merchantId } = till;
  const server = { channel: 'api', staffId: null } as const;
  const { id: redemptionId } = redeemed.redemption;
  await inTransaction(system.deps.db, (tx) =>
    reverseRedemptionIn(tx, system.deps, { merchantId, redemptionId, server }),
  );
  expect(await read(approvalId)).toMatchObject({
    isOutdated: true,
    preview: { amountCents: 2_000_000, feeCents: 100_000, way: 'by M-PESA, to the number that paid' },
  });
});

test('a waiting request of KES 1 shows why it waits and links to its merchant', async () => {
  const [maker, { merchantId }] = [await newAdministrator(system), await newTill(system)];
  expect(await credit(maker, merchantId, 9_999)).toEqual({ outcome: 'done' });
  const asked = await credit(maker, merchantId, 1);
  if (asked.outcome !== 'waiting') throw new Error('it did not wait');
  const { rows } = await system.owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [merchantId],
  );
  expect((await read(asked.approvalId)).approval).toMatchObject({
    amount: 1,
    merchantCode: rows[0]?.code,
    rule: { needsTwo: true, because: 'day', from: 10_000, doneAlone: 9_999 },
  });
});

test('the list of requests shows who may not approve and why, and the age of the oldest request', async () => {
  const maker = await newAdministrator(system);
  const approvalId = await askForRefund(maker, await makeGift(system, { amount: 20_000 }));
  expect((await read(approvalId, maker)).approval).toMatchObject({ canApprove: false, obstacle: 'own' });
  const support = await newAdministrator(system, 'support');
  expect((await read(approvalId, support)).approval).toMatchObject({ canApprove: false, obstacle: 'role' });
  const { answer } = await system.call(listApprovals, { query: { status: 'Open' } }, checker);
  expect(answer.oldestOpenAt).toBe(answer.approvals.at(-1)?.requestedAt);
});

test('the audit entry of an approval has amount, fee and payment method', async () => {
  const maker = await newAdministrator(system);
  const gift = await payForGift(system, 20_000);
  const approvalId = await askForRefund(maker, gift);
  await approve(system, checker, approvalId);
  const { answer } = await system.call(
    listAudit,
    { query: { subjectKind: 'voucher', subjectId: gift.voucherId } },
    checker,
  );
  const way = 'by M-PESA, to the number that paid';
  expect(answer.entries.map(({ action, after }) => ({ action, after }))).toEqual([
    { action: 'approval.approved', after: expect.objectContaining({ approvalId, amount: 20_000, way }) },
    {
      action: 'voucher.refunded',
      after: expect.objectContaining({ status: 'REFUNDED', amount: 20_000, feeGivenBack: 1_000, way }),
    },
    {
      action: 'approval.requested',
      after: expect.objectContaining({ amount: 20_000, way, because: 'amount' }),
    },
  ]);
});
