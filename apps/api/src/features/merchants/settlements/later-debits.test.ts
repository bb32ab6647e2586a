import { adjustmentPosting } from '../../services/postings/index.ts';
import { newId } from '../../../platform/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postOrThrow } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import {
  createSettlingSystem,
  earn,
  moveToYesterday,
  newPayee,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';
import { readCutOffs } from './due-store.ts';
import { makeBatches } from './make-batches.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createSettlingSystem();
});
afterAll(() => system.close());

const till = { kind: 'till', tillNumber: '123456' } as const;

/** Debits the merchant, as an administrator does. */
function debit({ merchantId }: Payee, shillings: number) {
  const amountCents = -100n * BigInt(shillings);
  const posting = adjustmentPosting({ adjustmentId: newId(), merchantId, amountCents });
  return inTransaction(system.deps.db, (tx) => postOrThrow(tx, [posting]));
}

async function batchesOf({ merchantId }: Payee) {
  const { rows } = await system.owner.query(
    `select (amount_cents / 100)::int as shillings, transaction_count as count
     from settlements where merchant_id = $1 order by created_at, id`,
    [merchantId],
  );
  return rows;
}

test('debits after the last midnight wait for the next batch if later sales cover them, and otherwise reduce this one', async () => {
  const [covered, short] = [await newPayee(system, till), await newPayee(system, till)];
  const { midnight: cutOffAt } = await readCutOffs(system.deps.db);
  for (const [shop, laterSale] of [
    [covered, 500],
    [short, 100],
  ] as const) {
    await earn(system, shop, 700);
    await moveToYesterday(system, shop);
    await earn(system, shop, laterSale);
    await debit(shop, 300);
    await makeBatches(system.deps, { merchantId: shop.merchantId, cutOffAt });
  }
  expect(await batchesOf(covered)).toMatchObject([{ shillings: 700, count: 1 }]);
  expect(await owedTo(system, covered)).toBe(200);
  expect(await batchesOf(short)).toMatchObject([{ shillings: 400, count: 2 }]);
  expect(await owedTo(system, short)).toBe(100);
  const { now } = await readCutOffs(system.deps.db);
  await makeBatches(system.deps, { merchantId: covered.merchantId, cutOffAt: now });
  expect(await batchesOf(covered)).toMatchObject([{ shillings: 700 }, { shillings: 200, count: 2 }]);
});
