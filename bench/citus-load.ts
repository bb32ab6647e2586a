import { randomInt, randomUUID } from 'node:crypto';
import { createRedeemer } from '../apps/api/src/features/money/redemptions/index.ts';
import { post, type TransferGroup } from '../apps/api/src/ledger/index.ts';
import { cellOf } from '../apps/api/src/platform/db/cells.ts';
import { Overloaded } from '../apps/api/src/platform/batcher.ts';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { fundAccounts } from './ledger.ts';
import { openProduct } from './open-product.ts';
import { ACCOUNTS, benchGroup, homeOf } from './transfers.ts';
import { prepareShop } from './vouchers.ts';

const BATCH = 50;
/** Commits under way at once, enough to keep three nodes busy while each waits for its disk. */
const WRITERS = 16;
const TILLS = 96;
const VOUCHERS = 256;

type Case = { name: string; connections: number; crossingShare?: number };

/** Of each case the database's work is the same on every layout: one PostgreSQL is sent the same batches. */
export const CASES: Case[] = [
  { name: `ledger: ${BATCH} per commit, single-cell`, connections: WRITERS, crossingShare: 0 },
  {
    name: `ledger: ${BATCH} per commit, 10 % of commits in two cells`,
    connections: WRITERS,
    crossingShare: 0.1,
  },
  { name: `ledger: ${BATCH} per commit, all in two cells`, connections: WRITERS, crossingShare: 1 },
  { name: 'redemption, without HTTP', connections: TILLS },
];

export type NodesLoad = {
  /** @returns transfers, or redemptions, per second */
  run: (one: Case, seconds: number) => Promise<number>;
  close: () => Promise<void>;
};

/** Accounts and vouchers in a new database, and what moves money on them. */
export async function openNodesLoad(appUrl: string): Promise<NodesLoad> {
  const { codes } = await prepareShop(appUrl, { merchants: 4, vouchers: VOUCHERS });
  const deps = openProduct(appUrl, 'bench-nodes');
  await fundAccounts(deps.db);
  const merchants = await deps.db.selectFrom('merchants').select('id').execute();
  const redeemer = createRedeemer(deps);
  const cells = [
    ...Map.groupBy(
      Array.from({ length: ACCOUNTS }, (_, n) => n),
      (n) => cellOf(homeOf(n)),
    ).values(),
  ];

  async function commitOnce(crossingShare: number): Promise<number> {
    const isCrossing = Math.random() < crossingShare;
    const parts = isCrossing ? [pick(cells), pick(cells)] : [pick(cells)];
    const groups = parts.flatMap((accounts) => batchIn(accounts, BATCH / parts.length));
    await inTransaction(deps.db, (tx) => post(tx, groups));
    return BATCH;
  }

  /** @returns none where a redemption waited too long for its turn, and was not made */
  async function redeemOnce(till: number): Promise<number> {
    const request = {
      merchantId: merchants[till % merchants.length]?.id ?? '',
      id: pick(codes),
      amountShillings: 1,
      idempotencyKey: randomUUID(),
      server: { channel: 'api', staffId: null } as const,
    };
    const outcome = await redeemer.redeem(request).catch((error: unknown) => {
      if (error instanceof Overloaded) return undefined;
      throw error;
    });
    if (outcome && !('answer' in outcome)) throw outcome.refusal;
    return outcome ? 1 : 0;
  }

  function run({ connections, crossingShare }: Case, seconds: number): Promise<number> {
    const once = (n: number) => (crossingShare === undefined ? redeemOnce(n) : commitOnce(crossingShare));
    return repeat(once, connections, seconds);
  }

  return { run, close: () => deps.db.destroy() };
}

/** @returns how many per second */
async function repeat(
  once: (connection: number) => Promise<number>,
  connections: number,
  seconds: number,
): Promise<number> {
  const start = performance.now();
  let end = start + seconds * 1_000;
  const runs = await Promise.allSettled(
    Array.from({ length: connections }, async (_, connection) => {
      let done = 0;
      try {
        while (performance.now() < end) done += await once(connection);
      } catch (error) {
        // The others are not to go on behind a run that has failed.
        end = 0;
        throw error;
      }
      return done;
    }),
  );
  const counts = runs.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1_000);
}

function batchIn(accounts: number[], size: number): TransferGroup[] {
  return Array.from({ length: size }, () => benchGroup(randomUUID(), 100n, pick(accounts)));
}

function pick<One>(from: One[]): One {
  const one = from[randomInt(from.length)];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}
