import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, readBalance } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { openProduct } from '../../bench/open-product.ts';
import { prepareShop } from '../../bench/vouchers.ts';
import { asOwner, endPreparedTransactions } from './nodes.ts';
import { redeemDuring } from './tills.ts';

const { ZAWADI_CITUS_SPARE = '' } = process.env;

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
  await asOwner(ZAWADI_CITUS_SPARE, (owner) =>
    owner.query(`drop database if exists ${nameOf(database)} with (force)`),
  );
});

test('cells move to a new node while vouchers of all cells are redeemed: nothing is lost or doubled', async () => {
  const shop = { deps, codes, merchantIds };
  const answered = await redeemDuring(shop, 'cells are moved', addNodeAndMove);
  await asOwner(database.ownerUrl, endPreparedTransactions);
  expect(new Set(answered).size).toBe(answered.length);
  const redemptions = await deps.db.selectFrom('redemptions').select('id').execute();
  expect(redemptions.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
  const balances = merchantIds.map((id) => readBalance(deps.db, { account: `merchant:${id}` }));
  const owed = (await Promise.all(balances)).reduce((sum, one) => sum + one, 0n);
  expect(owed).toBe(BigInt(answered.length) * 100n);
  expect(await audit(deps.db)).toMatchObject({ addsUp: true, differences: [] });
  await assertLedgerInvariants(deps.db);
}, 400_000);

/** As docs/beyond-one-machine.md says. */
async function addNodeAndMove(): Promise<void> {
  const spare = new URL(ZAWADI_CITUS_SPARE);
  const login = new URL(database.appUrl).username;
  await asOwner(spare.href, async (owner) => {
    await owner.query(`create database ${nameOf(database)}`);
    await owner.query(
      `do $$ begin create role ${login} login; exception when duplicate_object then null; end $$`,
    );
  });
  const inDatabase = new URL(spare);
  inDatabase.pathname = `/${nameOf(database)}`;
  await asOwner(inDatabase.href, async (owner) => {
    await owner.query('create extension citus_columnar');
    await owner.query('create extension citus');
  });
  await asOwner(database.ownerUrl, async (owner) => {
    // A copy still names the template that it was made of, which the new node does not have.
    await owner.query("delete from pg_dist_object where classid = 'pg_database'::regclass");
    await owner.query('select citus_add_node($1, $2)', [spare.hostname, Number(spare.port)]);
    await asOwner(inDatabase.href, async (newNode) => {
      await newNode.query('set citus.enable_ddl_propagation = off');
      await newNode.query(`grant zawadi_app to ${login}`);
    });
    await owner.query("select rebalance_table_shards(shard_transfer_mode => 'force_logical')");
    const { rows } = await owner.query<{ cells: number }>(
      `select count(*)::int as cells from citus_shards
       where table_name = 'ledger.transfers'::regclass and nodeport = $1`,
      [Number(spare.port)],
    );
    expect(rows[0]?.cells).toBeGreaterThanOrEqual(2);
  });
}

function nameOf({ ownerUrl }: TestDatabase): string {
  return new URL(ownerUrl).pathname.slice(1);
}
