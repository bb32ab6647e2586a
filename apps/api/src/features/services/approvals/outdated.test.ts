import { approveRequest, listApprovals, listAudit } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { approve, payForGift, refund, untilRefunded } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { reverseRedemptionIn } from '../../money/redemptions/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
let till: Till;
beforeAll(async () => {
  system = await createTestSystem({ APPROVAL_FROM: '100' });
  await sendPayBillAddresses(system.deps);
  [maker, checker, till] = [
    await newAdministrator(system),
    await newAdministrator(system),
    await newTill(system),
  ];
});
afterAll(() => system.close());

async function takeFrom(gift: Gift, amount: number): Promise<{ redemptionId: string }> {
  const { answer } = await redeem(system, till, gift.code, { amount });
  return { redemptionId: answer.redemption.id };
}

/** Reverses a redemption. No other change of a voucher is possible while its refund waits for approval. */
async function putBack(redemptionId: string) {
  const server = { channel: 'api', staffId: null } as const;
  const reversal = { merchantId: till.merchantId, redemptionId, server };
  return inTransaction(system.deps.db, (tx) => reverseRedemptionIn(tx, system.deps, reversal));
}

async function ask(gift: { voucherId: string }): Promise<string> {
  const { answer } = await refund(system, maker, gift);
  if (answer.outcome !== 'waiting') throw new Error('the refund did not wait');
  return answer.approvalId;
}

async function find(approvalId: string, subjectId: string) {
  const { answer } = await system.call(listApprovals, { query: { subjectId } }, checker);
  return answer.approvals.find((one) => one.approvalId === approvalId);
}

test('S326 refuses and closes a refund whose payment method has changed; the refund can be requested again', async () => {
  const gift = await payForGift(system, 1_000);
  const { redemptionId } = await takeFrom(gift, 600);
  const approvalId = await ask(gift);
  expect(await find(approvalId, gift.voucherId)).toMatchObject({ way: 'to the wallet of the buyer' });
  await putBack(redemptionId);

  const { status, outcome, refusal } = await approve(system, checker, approvalId);
  expect([status, outcome]).toEqual([409, 'approval_outdated']);
  expect(refusal).toMatchObject({
    customerMessage:
      'This has changed since it was asked for. Asked for: KES\u00a0350 to the wallet of the buyer. ' +
      'Now it would be: KES\u00a01,000 by M-PESA, to the number that paid. Nothing was done. Please request it again.',
  });
  expect(await leftOn(system, gift)).toBe(950);
  expect(await find(approvalId, gift.voucherId)).toMatchObject({ status: 'Outdated', canApprove: false });
  expect((await approve(system, checker, approvalId)).outcome).toBe('approval_closed');

  const { answer: log } = await system.call(
    listAudit,
    { query: { subjectKind: 'voucher', subjectId: gift.voucherId } },
    maker,
  );
  expect(log.entries[0]).toMatchObject({
    action: 'approval.outdated',
    actorName: checker.name,
    before: { amount: 350, way: 'to the wallet of the buyer' },
    after: { approvalId, amount: 1_000, way: 'by M-PESA, to the number that paid' },
  });

  const again = await ask(gift);
  expect((await approve(system, checker, again)).outcome).toBe('ok');
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa', amount: 1_000 });
});

test('executes a request whose amount and payment method are unchanged', async () => {
  const gift = await payForGift(system, 1_000);
  const approvalId = await ask(gift);
  expect((await approve(system, checker, approvalId)).outcome).toBe('ok');
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa', amount: 1_000 });
});

test('refuses an approval if the amount is unchanged but the payment method is not, for example without M-PESA’s receipt', async () => {
  const gift = await payForGift(system, 1_000);
  const approvalId = await ask(gift);
  await system.owner.query('update purchases set mpesa_receipt = null where id = $1', [
    gift.purchase.requestId,
  ]);
  const refused = await approve(system, checker, approvalId);
  expect(refused.outcome).toBe('approval_outdated');
  expect(refused.refusal).toMatchObject({
    customerMessage: expect.stringContaining('Now it would be: KES\u00a01,000 to the wallet of the buyer.'),
  });
  expect(await leftOn(system, gift)).toBe(950);
});

test('refuses an approval if the payment method is unchanged but the amount is not', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await takeFrom(gift, 100);
  const { redemptionId } = await takeFrom(gift, 100);
  const approvalId = await ask(gift);
  await putBack(redemptionId);
  expect((await approve(system, checker, approvalId)).outcome).toBe('approval_outdated');
  expect(await leftOn(system, gift)).toBe(850);
});

test('refuses both of two simultaneous approvals of an outdated request, with one audit entry', async () => {
  const other = await newAdministrator(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const { redemptionId } = await takeFrom(gift, 100);
  const approvalId = await ask(gift);
  await putBack(redemptionId);
  const body = { approvalId, reason: '' };
  const outcomes = await Promise.all(
    [checker, other].map(async (by) => (await system.call(approveRequest, { body }, by)).outcome),
  );
  expect(outcomes.toSorted()[1]).toBe('approval_outdated');
  const { rows } = await system.owner.query(
    `select from audit_log where subject_id = $1 and action = 'approval.outdated'`,
    [gift.voucherId],
  );
  expect(rows).toHaveLength(1);
});
