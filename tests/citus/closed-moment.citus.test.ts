import { randomUUID } from 'node:crypto';
import { pollBriefly } from '@zawadi/story/sandbox-control';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, balanceOn, trialBalance } from '../../apps/api/src/ledger/index.ts';
import { post } from '../../apps/api/src/ledger/post.ts';
import {
  createTestLedger,
  groupOf,
  newPurse,
  type TestLedger,
} from '../../apps/api/src/ledger/testing/test-ledger.ts';
import { atClosedMoment } from '../../apps/api/src/platform/db/closed-moment.ts';
import type { Db } from '../../apps/api/src/platform/db/database.ts';
import { inTransaction } from '../../apps/api/src/platform/db/in-transaction.ts';

const PURSES = 12;
const FILLED_CENTS = 1_000_000n;
const SUMS = 60;

let ledger: TestLedger;
let purses: { homeId: string; purse: string }[];

beforeAll(async () => {
  ledger = await createTestLedger();
  purses = Array.from({ length: PURSES }, newPurse);
  for (const { homeId, purse } of purses) {
    await ledger.post(groupOf({ homeId, debit: 'vault', credit: purse, amount: FILLED_CENTS }));
  }
});
afterAll(async () => ledger.close());

test('sums at a closed moment are never torn by money that moves between nodes meanwhile', async () => {
  let isOver = false;
  const movers = Array.from({ length: 6 }, async () => {
    for (let moved = 0; ; moved += 1) {
      if (isOver) return moved;
      await move();
    }
  });
  const total = FILLED_CENTS * BigInt(PURSES);
  let live = 0;
  for (let n = 0; n < SUMS; n += 1) if ((await sumOfPurses(ledger.db)) !== total) live += 1;
  let closed = 0;
  for (let n = 0; n < SUMS; n += 1) {
    const sums = await atClosedMoment(ledger.db, async (tx) => [
      await sumOfPurses(tx),
      // Another statement sees the same moment.
      await sumOfPurses(tx),
    ]);
    if (sums.some((sum) => sum !== total)) closed += 1;
    const { differenceCents, accounts } = await trialBalance(ledger.db);
    expect(differenceCents).toBe(0n);
    expect(accounts.find(({ kind }) => kind === 'bridge')?.balanceCents).toBe(0n);
  }
  expect(await audit(ledger.db)).toMatchObject({ addsUp: true });
  expect(await balanceOn(ledger.db, { account: 'bridge' }, new Date(Date.now() + 60_000))).toBe(0n);
  isOver = true;
  const moved = (await Promise.all(movers)).reduce((sum, one) => sum + one, 0);
  process.stdout.write(
    `${moved} crossings; of ${SUMS} sums torn: live ${live}, at a closed moment ${closed}\n`,
  );
  expect(moved).toBeGreaterThan(SUMS);
  expect(closed).toBe(0);
});

test('a transaction that a node has prepared and not ended holds the moment up until it is ended', async () => {
  const sum = () => atClosedMoment(ledger.db, sumOfPurses);
  const before = await sum();
  const node = await connectToNode();
  const name = `citus_of_a_coordinator_that_crashed_${randomUUID()}`;
  await node.query(`begin; select pg_current_xact_id(); prepare transaction '${name}'`);
  let isRead = false;
  const reading = sum().finally(() => {
    isRead = true;
  });
  const wasReadMeanwhile = await pollBriefly(async () => isRead || undefined);
  await node.query(`rollback prepared '${name}'`);
  await node.end();
  expect(wasReadMeanwhile).toBeUndefined();
  expect(await reading).toBe(before);
});

/** From one node's purse to another's, through the bridge, as claims do. */
async function move(): Promise<void> {
  const one = Math.floor(Math.random() * PURSES);
  const from = purses[one];
  const to = purses[(one + 1 + Math.floor(Math.random() * (PURSES - 1))) % PURSES];
  if (!from || !to) throw new Error('there are no purses');
  await inTransaction(ledger.db, (tx) =>
    post(tx, [
      groupOf(
        { homeId: from.homeId, debit: from.purse, credit: 'bridge', amount: 100n },
        { homeId: to.homeId, debit: 'bridge', credit: to.purse, amount: 100n },
      ),
    ]),
  );
}

async function sumOfPurses(db: Db): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select sum(balance_cents)::bigint as cents from ledger.strict_balances`.execute(db);
  return rows[0]?.cents ?? 0n;
}

async function connectToNode(): Promise<pg.Client> {
  const { rows } = await sql<{ host: string; port: number }>`
    select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 limit 1`.execute(
    ledger.db,
  );
  const url = new URL(ledger.ownerUrl);
  url.hostname = rows[0]?.host ?? '';
  url.port = String(rows[0]?.port);
  const node = new pg.Client({ connectionString: url.href });
  await node.connect();
  return node;
}
