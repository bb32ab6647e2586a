import { randomUUID } from 'node:crypto';
import { approveRequest, listApprovals, rejectRequest } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { approve, refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem({ APPROVAL_FROM: '0' });
  [maker, checker] = await Promise.all([newAdministrator(system), newAdministrator(system)]);
});
afterAll(() => system.close());

async function ask(): Promise<{ approvalId: string; voucherId: string }> {
  const gift = await makeGift(system, { amount: 100 });
  const { answer } = await refund(system, maker, gift);
  if (answer.outcome !== 'waiting') throw new Error('the refund did not wait');
  return { approvalId: answer.approvalId, voucherId: gift.voucherId };
}

const list = async (administrator: Administrator, query: Record<string, string | number> = {}) =>
  (await system.call(listApprovals, { query }, { bearer: administrator.bearer })).answer;

test('A40 S318 a waiting request is listed, and only other administrators may approve it', async () => {
  const { approvalId, voucherId } = await ask();
  const find = async (administrator: Administrator) =>
    (await list(administrator)).approvals.find((one) => one.approvalId === approvalId);
  expect(await find(maker)).toMatchObject({ status: 'Open', canApprove: false, subjectId: voucherId });
  expect(await find(checker)).toMatchObject({ canApprove: true, requestedBy: maker.name, amount: 100 });
  expect((await list(checker)).openCount).toBeGreaterThan(0);
});

test('the list of requests is paged and filtered', async () => {
  await Promise.all([ask(), ask(), ask()]);
  const all = (await list(checker, { status: 'Open', kind: 'refund' })).approvals;
  const paged: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list(checker, { status: 'Open', limit: 1, ...(cursor !== undefined && { cursor }) });
    paged.push(...page.approvals.map(({ approvalId }) => approvalId));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  expect(paged).toEqual(all.map(({ approvalId }) => approvalId));
  expect((await list(checker, { kind: 'void' })).approvals).toEqual([]);
});

test('executes only one of a simultaneous approval and rejection', async () => {
  const { approvalId } = await ask();
  const outcomes = await Promise.all([
    approve(system, checker, approvalId),
    system.call(rejectRequest, { body: { approvalId, reason: 'Not needed' } }, { bearer: maker.bearer }),
  ]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['approval_closed', 'ok']);
});

test('A40 the database refuses an approval by the requester', async () => {
  const { approvalId } = await ask();
  const sneak = system.owner.query(
    `update approvals set closed_as = 'APPROVED', closed_by = requested_by, closed_at = now() where id = $1`,
    [approvalId],
  );
  await expect(sneak).rejects.toThrow('approvals_need_two');
});

test('hides approvals from callers who are not administrators, and refuses an unknown approval as not found', async () => {
  const body = { approvalId: randomUUID() };
  expect((await system.call(approveRequest, { body })).outcome).toBe('unauthenticated');
  expect((await approve(system, checker, body.approvalId)).outcome).toBe('not_found');
});

test('the audit log has one entry each for request, approval and effect, with the administrator of each', async () => {
  const { approvalId, voucherId } = await ask();
  await approve(system, checker, approvalId);
  const { rows } = await system.owner.query<{ action: string; name: string }>(
    'select action, actor_name as name from audit_log where subject_id = $1 order by seq',
    [voucherId],
  );
  expect(rows).toEqual([
    { action: 'approval.requested', name: maker.name },
    { action: 'voucher.refunded', name: checker.name },
    { action: 'approval.approved', name: checker.name },
  ]);
});
