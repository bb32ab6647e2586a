import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedeemer } from '../../apps/api/src/features/money/redemptions/index.ts';
import { audit, foldDeltas, lockBalances, post, readBalance } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { cellOf, nodeOf } from '../../apps/api/src/platform/db/cells.ts';
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

test('transfers of one cell involve no node but its own', async () => {
  const [homeId = ''] = merchantIds;
  const undone = deps.db.transaction().execute(async (tx) => {
    const transfer = {
      homeId,
      id: randomUUID(),
      debit: 'transit',
      credit: `merchant:${homeId}`,
      amount: 5n,
      kind: 'test',
    };
    await post(tx, [{ transfers: [transfer] }]);
    const { rows } = await sql<{ id: string }>`select citus_backend_gpid()::text as id`.execute(tx);
    const involved = await asOwner(database.ownerUrl, (owner) =>
      nodesInTransaction(owner, rows[0]?.id ?? ''),
    );
    throw new Undone(involved);
  });
  const nodes = await undone.catch((error: unknown) => (error instanceof Undone ? error.nodes : error));
  expect(nodes).toEqual([await nodeOf(deps.db, cellOf(homeId))]);
});

class Undone extends Error {
  readonly nodes: number[];

  constructor(nodes: number[]) {
    super('nothing of this is kept');
    this.name = 'Undone';
    this.nodes = nodes;
  }
}

/** The nodes on which a transaction of the coordinator has connections of its own, or of one of its nodes. */
async function nodesInTransaction(owner: pg.Client, globalId: string): Promise<number[]> {
  const { rows } = await owner.query<{ node: number }>(
    `select n.groupid as node from run_command_on_workers(format(
       'select count(*) from pg_stat_activity where state = ''idle in transaction'' and application_name like ''%%gpid=%s''', $1::text
     )) r join pg_dist_node n on n.nodename = r.nodename and n.nodeport = r.nodeport
     where r.result::int > 0 order by 1`,
    [globalId],
  );
  return rows.map(({ node }) => node);
}

async function owed(): Promise<bigint> {
  const balances = merchantIds.map((id) => readBalance(deps.db, { account: `merchant:${id}` }));
  return (await Promise.all(balances)).reduce((sum, one) => sum + one, 0n);
}
