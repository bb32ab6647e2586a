import { randomUUID } from 'node:crypto';
import { post, type TransferGroup } from '../apps/api/src/ledger/index.ts';
import { openDatabase, type Db } from '../apps/api/src/platform/db/database.ts';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { ACCOUNTS, benchGroup, fundingGroup } from './transfers.ts';

const BATCH = 50;

/** Opens and funds the accounts that the runs move money on. */
export async function fundAccounts(db: Db): Promise<void> {
  for (let from = 0; from < ACCOUNTS; from += 500) {
    const groups = Array.from({ length: 500 }, (_, index) => fundingGroup(from + index));
    await inTransaction(db, (tx) => post(tx, groups));
  }
}

export type LedgerCase = { name: string; connections: number; batch: number; isHot: boolean };

export const LEDGER_CASES: LedgerCase[] = [
  { name: 'one transfer per commit, random accounts', connections: 1, batch: 1, isHot: false },
  { name: 'one transfer per commit, random accounts', connections: 16, batch: 1, isHot: false },
  { name: `${BATCH} per commit, random accounts`, connections: 2, batch: BATCH, isHot: false },
  { name: 'one transfer per commit, one hot strict account', connections: 16, batch: 1, isHot: true },
  { name: `${BATCH} per commit, one hot strict account`, connections: 2, batch: BATCH, isHot: true },
];

/** Transfers per second of the ledger alone, each durable before the next on its connection begins. */
export async function measureLedger(url: string, one: LedgerCase, seconds: number): Promise<number> {
  const db = openDatabase(url, { connections: one.connections, name: 'bench-ledger' });
  try {
    await Promise.all(
      Array.from({ length: one.connections }, () => inTransaction(db, (tx) => post(tx, batchOf(one)))),
    );
    const start = performance.now();
    const end = start + seconds * 1000;
    const counts = await Promise.all(
      Array.from({ length: one.connections }, async () => {
        let posted = 0;
        while (performance.now() < end) {
          await inTransaction(db, (tx) => post(tx, batchOf(one)));
          posted += one.batch;
        }
        return posted;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1000);
  } finally {
    await db.destroy();
  }
}

function batchOf({ batch, isHot }: LedgerCase): TransferGroup[] {
  return Array.from({ length: batch }, () => benchGroup(randomUUID(), 100n, isHot ? 1 : undefined));
}
