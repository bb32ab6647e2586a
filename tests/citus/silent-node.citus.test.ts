import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedeemer } from '../../apps/api/src/features/money/redemptions/index.ts';
import { audit } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { openProduct } from '../../bench/open-product.ts';
import { prepareShop } from '../../bench/vouchers.ts';
import { asOwner, endPreparedTransactions, halt } from './nodes.ts';
import { redeemUntilAnswered } from './tills.ts';

const SILENT = 1;
const SILENCE_MS = 20_000;
/** Tills of cells on another node wait no longer than that. */
const GAP_MS = 10_000;

let database: TestDatabase;
let deps: ReturnType<typeof openProduct>;
let merchantIds: string[];
let vouchersOf: Map<number, string[]>;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepareShop(database.appUrl, { merchants: 2, vouchers: 40 });
  deps = openProduct(database.appUrl, 'citus-test');
  const merchants = await deps.db.selectFrom('merchants').select('id').execute();
  merchantIds = merchants.map(({ id }) => id);
  const vouchers = await deps.db.selectFrom('vouchers').select(['id', 'cell']).execute();
  const nodes = await readNodes();
  vouchersOf = new Map(
    [...Map.groupBy(vouchers, ({ cell }) => nodes.get(cell) ?? 0)].map(([node, own]) => [
      node,
      own.map(({ id }) => id),
    ]),
  );
});
afterAll(async () => {
  await deps.db.destroy();
  await database.drop();
});

/** The number of the node that has each cell. */
async function readNodes(): Promise<Map<number, number>> {
  return asOwner(database.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ cell: number; node: number }>(
      `select c.cell, p.groupid as node from generate_series(0, 255) as c (cell)
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('vouchers', c.cell::smallint)`,
    );
    return new Map(rows.map(({ cell, node }) => [cell, node]));
  });
}

test('while a node is silent the cells of the others go on, and afterwards nothing is lost or doubled', async () => {
  const redeemer = createRedeemer(deps);
  const answered: string[] = [];
  const gaps = new Map<number, number>();
  let isOver = false;
  const tills = [...vouchersOf].flatMap(([node, codes]) =>
    Array.from({ length: 4 }, async (_, till) => {
      for (let n = till, last = performance.now(); !isOver; n += 4, last = performance.now()) {
        answered.push(await redeemUntilAnswered(redeemer, { codes, merchantIds }, n, randomUUID()));
        gaps.set(node, Math.max(gaps.get(node) ?? 0, performance.now() - last));
      }
    }),
  );
  await pause(5_000);
  gaps.clear();
  const silent = halt(SILENT);
  await pause(SILENCE_MS);
  silent.goOn();
  await pause(5_000);
  isOver = true;
  await Promise.all(tills);
  const text = [...gaps].map(([node, ms]) => `cells of node ${node}: ${Math.round(ms)} ms`).join(', ');
  process.stdout.write(
    `node ${SILENT} silent for ${SILENCE_MS} ms; longest time without an answer: ${text}\n`,
  );
  await asOwner(database.ownerUrl, endPreparedTransactions);
  gaps.delete(SILENT);
  expect(Math.max(...gaps.values())).toBeLessThan(GAP_MS);
  expect(new Set(answered).size).toBe(answered.length);
  const redemptions = await deps.db.selectFrom('redemptions').select('id').execute();
  expect(redemptions.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
  expect(await audit(deps.db)).toMatchObject({ addsUp: true, differences: [] });
  await assertLedgerInvariants(deps.db);
}, 180_000);
