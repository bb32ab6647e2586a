import { randomUUID } from 'node:crypto';
import { post, type GroupOutcome, type TransferGroup } from '../apps/api/src/ledger/index.ts';
import { createBatcher } from '../apps/api/src/platform/batcher.ts';
import { openDatabase, type Db } from '../apps/api/src/platform/db/database.ts';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { ACCOUNTS, benchGroup, fundingGroup } from './transfers.ts';

/** Transfers per commit in the batched cases. */
export const BATCH = 50;

/** Opens and funds the accounts of the measurements. */
export async function fundAccounts(db: Db): Promise<void> {
  for (let from = 0; from < ACCOUNTS; from += 500) {
    const groups = Array.from({ length: 500 }, (_, index) => fundingGroup(from + index));
    await inTransaction(db, (tx) => post(tx, groups));
  }
}

/**
 * `callers` run in parallel; each posts `batch` transfers and waits. With a batch of one, callers share transactions,
 * as requests do. If `isHot`, all transfers debit one strict account; otherwise each debits a random account.
 */
export type LedgerCase = { callers: number; batch: number; isHot: boolean };

/** A connection keeps the plan of an SQL statement only after twenty executions. */
const WARM_UP_COMMITS = 30;

const WRITERS = 2;

/**
 * Measures transfers per second of the ledger alone. Each transfer is durable before its caller posts the next. The
 * warm-up plans all SQL statements.
 */
export async function measureLedger(url: string, one: LedgerCase, seconds: number): Promise<number> {
  const connections = Math.min(one.callers, WRITERS);
  const db = openDatabase(url, { connections, name: 'bench-ledger' });
  const forEachCaller = <Result>(work: () => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: one.callers }, work));
  const postTogether = (groups: TransferGroup[]) => inTransaction(db, (tx) => post(tx, groups));
  const { submit } = createBatcher<TransferGroup, GroupOutcome>({
    maxBatch: 64,
    maxQueue: 4_000,
    writers: WRITERS,
    fallbackWorkers: 4,
    maxWaitMs: 5_000,
    run: async (groups) => (await postTogether(groups)).map((value) => ({ value })),
    runOne: async () => {
      throw new Error('A batch failed.');
    },
    onBatchError: (error) => {
      throw error;
    },
  });
  const commit = async () =>
    one.batch === 1
      ? submit(groupOf(one))
      : postTogether(Array.from({ length: one.batch }, () => groupOf(one)));
  try {
    await openConnections(db, connections);
    for (let n = 0; n < WARM_UP_COMMITS; n += 1) await forEachCaller(commit);
    const start = performance.now();
    const end = start + seconds * 1000;
    const counts = await forEachCaller(async () => {
      let commits = 0;
      for (; performance.now() < end; commits += 1) await commit();
      return commits;
    });
    const commits = counts.reduce((sum, count) => sum + count, 0);
    return (commits * one.batch) / ((performance.now() - start) / 1000);
  } finally {
    await db.destroy();
  }
}

/** Opens connections one after the other, because on a busy machine parallel opening would delay all. */
async function openConnections(db: Db, count: number): Promise<void> {
  const areOpen = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const isOpen = Promise.withResolvers<void>();
    const hold = db.connection().execute(async () => {
      isOpen.resolve();
      await areOpen.promise;
    });
    held.push(hold);
    await Promise.race([isOpen.promise, hold]);
  }
  areOpen.resolve();
  await Promise.all(held);
}

function groupOf({ isHot }: LedgerCase): TransferGroup {
  return benchGroup(randomUUID(), 100n, isHot ? 1 : undefined);
}
