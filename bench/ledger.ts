import { randomUUID } from 'node:crypto';
import { post, postAlone, type TransferGroup } from '../apps/api/src/ledger/index.ts';
import { openDatabase, type Db } from '../apps/api/src/platform/db/database.ts';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { ACCOUNTS, benchGroup, fundingGroup } from './transfers.ts';

/** Transfers of one commit, where many share it. */
export const BATCH = 50;

/** Opens and funds the accounts that the runs move money on. */
export async function fundAccounts(db: Db): Promise<void> {
  for (let from = 0; from < ACCOUNTS; from += 500) {
    const groups = Array.from({ length: 500 }, (_, index) => fundingGroup(from + index));
    await inTransaction(db, (tx) => post(tx, groups));
  }
}

/** A hot account is one strict account that all transfers take from; otherwise each takes from a random one. */
export type LedgerCase = { connections: number; batch: number; isHot: boolean };

/** A statement is planned once on each connection, after it was asked for twenty times. */
const WARM_UP_COMMITS = 30;

/** Transfers per second of the ledger alone, each durable before the next on its connection begins, and all of them planned. */
export async function measureLedger(url: string, one: LedgerCase, seconds: number): Promise<number> {
  const db = openDatabase(url, { connections: one.connections, name: 'bench-ledger' });
  const onEachConnection = <Result>(work: () => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: one.connections }, work));
  const commit = async () =>
    one.batch === 1
      ? postAlone(db, groupOf(one))
      : inTransaction(db, (tx) =>
          post(
            tx,
            Array.from({ length: one.batch }, () => groupOf(one)),
          ),
        );
  try {
    await openConnections(db, one.connections);
    for (let n = 0; n < WARM_UP_COMMITS; n += 1) await onEachConnection(commit);
    const start = performance.now();
    const end = start + seconds * 1000;
    const counts = await onEachConnection(async () => {
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

/** One after the other, however busy the machine is: opened all at once they keep each other waiting. */
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
