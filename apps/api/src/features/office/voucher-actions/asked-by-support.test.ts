import {
  approveRequest,
  extendVoucher,
  listApprovals,
  previewAction,
  readVoucherForAdmin,
  refundVoucher,
  rejectRequest,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let support: Administrator;
let finance: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  [support, finance] = [await newAdministrator(system, 'support'), await newAdministrator(system, 'finance')];
});
afterAll(() => system.close());

const reason = 'The buyer paid for the wrong person';

async function read(voucherId: string) {
  return (await system.call(readVoucherForAdmin, { params: { voucherId } }, support)).answer.voucher;
}

async function askForRefund(voucherId: string, by: Administrator) {
  const { answer } = await system.call(refundVoucher, { body: { voucherId, reason } }, by);
  return answer.outcome === 'waiting' ? answer.approvalId : undefined;
}

test('support asks for a refund of any amount, and finance alone decides it', async () => {
  const { voucherId } = await makeGift(system, { amount: 500 });
  const action = { kind: 'refund', voucherId } as const;
  const { answer: planned } = await system.call(previewAction, { body: { action } }, support);
  expect(planned.rule).toMatchObject({ needsTwo: true, because: 'role' });
  const approvalId = (await askForRefund(voucherId, support)) ?? '';
  expect(await read(voucherId)).toMatchObject({ status: 'ACTIVE', isFrozen: true });

  const { answer: list } = await system.call(listApprovals, { query: { subjectId: voucherId } }, finance);
  expect(list.approvals).toMatchObject([{ approvalId, reason, rule: { because: 'role' }, canApprove: true }]);
  const byOther = await system.call(
    approveRequest,
    { body: { approvalId, reason: '' } },
    await newAdministrator(system, 'support'),
  );
  expect(byOther.status).toBe(403);
  const approved = await system.call(approveRequest, { body: { approvalId, reason: '' } }, finance);
  expect(approved.answer.status).toBe('Approved');
  expect(await read(voucherId)).toMatchObject({ status: 'REFUNDED' });
});

test('support takes its own request back, which unfreezes the voucher, but not a colleague’s', async () => {
  const { voucherId } = await makeGift(system, { amount: 500 });
  const approvalId = (await askForRefund(voucherId, support)) ?? '';
  const colleague = await newAdministrator(system, 'support');
  const body = { approvalId, reason: 'Solved on the phone' };
  expect((await system.call(rejectRequest, { body }, colleague)).status).toBe(403);
  expect(await read(voucherId)).toMatchObject({ isFrozen: true });
  expect((await system.call(rejectRequest, { body }, support)).outcome).toBe('ok');
  expect(await read(voucherId)).toMatchObject({ status: 'ACTIVE', isFrozen: false });
});

test('a request of a colleague who has left support cannot be approved', async () => {
  const { voucherId } = await makeGift(system, { amount: 500 });
  const leaver = await newAdministrator(system, 'support');
  const approvalId = await askForRefund(voucherId, leaver);
  await system.owner.query(`update administrators set role = 'read-only' where name = $1`, [leaver.name]);
  const approved = await system.call(
    approveRequest,
    { body: { approvalId: approvalId ?? '', reason: '' } },
    finance,
  );
  expect(approved.outcome).toBe('requester_ineligible');
});

test('finance extends a voucher alone, and support only asks for it', async () => {
  const { voucherId } = await makeGift(system, { amount: 500 });
  await system.owner.query(`update vouchers set expires_at = expires_at - interval '30 days' where id = $1`, [
    voucherId,
  ]);
  const { latestValidTo: validTo } = await read(voucherId);
  const extend = (by: Administrator) =>
    system.call(extendVoucher, { body: { voucherId, validTo, reason } }, by);
  expect((await extend(support)).answer.outcome).toBe('waiting');
  expect((await extend(finance)).answer).toEqual({ outcome: 'done' });
});
