import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { openLossyDatabase, type LossyDatabase } from '../../../testing/lossy-database.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { payForGift, refundOf, untilRefunded } from '../../../testing/refund-calls.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { approvable } from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { refundAction, requestRefund } from './refund-action.ts';
import { requestVoid } from './void-action.ts';

let system: TestSystem;
let lossy: LossyDatabase;
let deps: TestSystem['deps'];
let auditor: Auditor;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  lossy = await openLossyDatabase(system.deps.config.database.url ?? '');
  deps = { ...system.deps, db: lossy.db };
  const { name } = await newAdministrator(system);
  const { rows } = await system.owner.query<{ id: string }>('select id from administrators where name = $1', [
    name,
  ]);
  auditor = { administratorId: rows[0]?.id ?? '', address: '127.0.0.1', requestId: 'test' };
});
afterAll(async () => {
  await lossy.close();
  await system.close();
});

const reason = 'A customer called';

async function auditOf(subjectId: string): Promise<string[]> {
  const { rows } = await system.owner.query<{ action: string }>(
    'select action from audit_log where subject_id = $1',
    [subjectId],
  );
  return rows.map(({ action }) => action);
}

test('refunds a voucher only once, in ledger and audit log, when the answer to COMMIT is lost', async () => {
  const gift = await payForGift(system, 500);
  const lostBefore = lossy.lost();
  lossy.loseNextCommit();
  await requestRefund(deps, { voucherId: gift.voucherId, closesAs: 'REFUNDED', reason, auditor });
  expect(lossy.lost()).toBe(lostBefore + 1);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa', amount: 500 });
  expect((await system.sandbox.phone(gift.buyer.phoneNumber)).balance).toBe(500);
  expect(await auditOf(gift.voucherId)).toEqual(['voucher.refunded']);
});

test('replaces a voucher only once when the answer to COMMIT is lost', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  lossy.loseNextCommit();
  await requestVoid(deps, { voucherId: gift.voucherId, valueGoesTo: 'replacement', reason, auditor });
  const { rows } = await system.owner.query<{ id: string }>(
    'select id from vouchers where replaces_id = $1',
    [gift.voucherId],
  );
  expect(rows).toHaveLength(1);
  expect(await leftOn(system, { ...gift, voucherId: rows[0]?.id ?? '' })).toBe(950);
  expect(await auditOf(gift.voucherId)).toEqual(['voucher.voided']);
});

test('the worker sends a refund whose process died before sending it', async () => {
  const gift = await payForGift(system, 500);
  const refund = approvable(refundAction(system.deps));
  const input = { voucherId: gift.voucherId, closesAs: 'REFUNDED' };
  const action = { id: newId(), input, reason, makerId: auditor.administratorId, auditor };
  await inTransaction(system.deps.db, (tx) => refund.execute(tx, action));
  expect(await refundOf(system, gift)).toMatchObject({ status: 'PENDING' });
  await pollOrdersNow(system);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa' });
});
