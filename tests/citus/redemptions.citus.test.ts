import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@zawadi/story/sandbox-control';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedeemer } from '../../apps/api/src/features/money/redemptions/index.ts';
import { audit, foldDeltas, lockBalances, readBalance } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { inTransaction } from '../../apps/api/src/platform/db/in-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { openProduct } from '../../bench/open-product.ts';
import { prepareShop } from '../../bench/vouchers.ts';

const { CITUS_DIR = '', ZAWADI_CITUS_FOLDER = '' } = process.env;
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
    [...requests, ...requests].map(({ n, key }, count) => redeemUntilAnswered(redeemers[count % 2], n, key)),
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
  const redeemer = createRedeemer(deps);
  let isOver = false;
  const clients = Array.from({ length: 8 }, async (_, client) => {
    const answered: string[] = [];
    for (let n = client; !isOver; n += 8) answered.push(await redeemUntilAnswered(redeemer, n, randomUUID()));
    return answered;
  });
  await pause(1_000);
  const postmaster = readFileSync(join(ZAWADI_CITUS_FOLDER, `node${WORKER}/data/postmaster.pid`), 'utf8');
  process.kill(-Number.parseInt(postmaster, 10), 'SIGKILL');
  // Its lock file may outlive it for a moment.
  const started = await eventually('the node', async () => startNode() === 0 || undefined, 100_000);
  expect(started).toBe(true);
  await pause(2_000);
  isOver = true;
  const answered = (await Promise.all(clients)).flat();
  await endPreparedTransactions();
  expect(answered.length).toBeGreaterThan(20);
  expect(await owed()).toBe(before + BigInt(new Set(answered).size) * 100n);
  expect(new Set(answered).size).toBe(answered.length);
  expect(await audit(deps.db)).toMatchObject({ addsUp: true, differences: [] });
  await assertLedgerInvariants(deps.db);
}, 180_000);

function startNode(): number | null {
  const start = [join(CITUS_DIR, 'cluster.mjs'), 'start', ZAWADI_CITUS_FOLDER, String(WORKER)];
  return spawnSync(process.execPath, start, { stdio: 'ignore' }).status;
}

/** @returns the redemption's id; what was not answered is asked again with the same key, as tills do */
async function redeemUntilAnswered(
  redeemer: ReturnType<typeof createRedeemer> | undefined,
  n: number,
  key: string,
): Promise<string> {
  return eventually(
    'an answer',
    async () => {
      const outcome = await redeemer
        ?.redeem({
          merchantId: merchantIds[n % merchantIds.length] ?? '',
          id: codes[n % codes.length] ?? '',
          amountShillings: 1,
          idempotencyKey: key,
          server: { channel: 'api', staffId: null },
        })
        .catch(() => undefined);
      return outcome && 'answer' in outcome ? outcome.answer.redemption.id : undefined;
    },
    60_000,
  );
}

/** What had been prepared on the killed node, and was decided: Citus ends it by itself within a minute. */
async function endPreparedTransactions(): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await eventually('the end of prepared transactions', async () => {
      await owner.query('select recover_prepared_transactions()');
      const { rows } = await owner.query<{ left: number }>(
        "select sum(result::int)::int as left from run_command_on_workers('select count(*) from pg_prepared_xacts')",
      );
      return rows[0]?.left === 0 || undefined;
    });
  } finally {
    await owner.end();
  }
}

async function owed(): Promise<bigint> {
  const balances = merchantIds.map((id) => readBalance(deps.db, { account: `merchant:${id}` }));
  return (await Promise.all(balances)).reduce((sum, one) => sum + one, 0n);
}
