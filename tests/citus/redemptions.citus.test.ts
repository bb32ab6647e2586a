import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedeemer } from '../../apps/api/src/features/money/redemptions/index.ts';
import { audit, foldDeltas, lockBalances, readBalance } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { inTransaction } from '../../apps/api/src/platform/db/in-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { openProduct } from '../../bench/open-product.ts';
import { prepareShop } from '../../bench/vouchers.ts';
import { asOwner, endPreparedTransactions, killAndStart } from './nodes.ts';
import { redeemDuring, redeemUntilAnswered } from './tills.ts';

const WORKER = 1;

let database: TestDatabase;
let deps: ReturnType<typeof openProduct>;
let codes: string[];
let merchantIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ codes } = await prepareShop(database.appUrl, { merchants: 2, vouchers: 40 }));
  deps = openProduct(database.appUrl, 'citus-test');
  const merchants = await deps.db.selectFrom('merchants').select('id').execute();
  merchantIds = merchants.map(({ id }) => id);
});
afterAll(async () => {
  await deps.db.destroy();
  await database.drop();
});

test('redemptions of two processes in all cells are each made once, and their merchants can spend them', async () => {
  const redeemers = [createRedeemer(deps), createRedeemer(deps)];
  const requests = Array.from({ length: 400 }, (_, n) => ({ n, key: randomUUID() }));
  const answers = await Promise.all(
    // Every request is made twice.
    [...requests, ...requests].map(({ n, key }, count) =>
      redeemUntilAnswered(redeemers[count % 2], { codes, merchantIds }, n, key),
    ),
  );
  expect(new Set(answers).size).toBe(400);
  expect(await owed()).toBe(400_00n);
  await foldDeltas(deps.db);
  const [homeId = ''] = merchantIds;
  const merchant = { homeId, account: `merchant:${homeId}` };
  const locked = await inTransaction(deps.db, (tx) => lockBalances(tx, [merchant]));
  expect(locked.get(merchant.account)).toBe(200_00n);
  await assertLedgerInvariants(deps.db);
});

test('a node that is killed with -9 and started again loses nothing that was answered, and nothing is doubled', async () => {
  const before = await owed();
  const shop = { deps, codes, merchantIds };
  const answered = await redeemDuring(shop, 'a worker is killed', () => killAndStart(WORKER));
  await asOwner(database.ownerUrl, endPreparedTransactions);
  expect(await owed()).toBe(before + BigInt(new Set(answered).size) * 100n);
  expect(new Set(answered).size).toBe(answered.length);
  expect(await audit(deps.db)).toMatchObject({ addsUp: true, differences: [] });
  await assertLedgerInvariants(deps.db);
}, 180_000);

async function owed(): Promise<bigint> {
  const balances = merchantIds.map((id) => readBalance(deps.db, { account: `merchant:${id}` }));
  return (await Promise.all(balances)).reduce((sum, one) => sum + one, 0n);
}
