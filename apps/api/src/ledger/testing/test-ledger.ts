import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { assertLedgerInvariants } from '../invariants.ts';
import { post } from '../post.ts';
import type { GroupOutcome, TransferGroup, TransferRequest } from '../transfer.ts';
import { createClient } from '../../platform/db/connections.ts';

export type TestLedger = {
  db: Db;
  appUrl: string;
  ownerUrl: string;
  post: (...groups: TransferGroup[]) => Promise<GroupOutcome[]>;
  /** Opens a new purse account with this balance. */
  fillPurse: (cents: bigint) => Promise<Purse>;
  /** Checks the ledger's invariants, then closes the database. */
  close: () => Promise<void>;
};

export type Purse = { homeId: string; purse: string };

/** Creates a database for one test file, with kinds of account that exist only in these tests. */
export async function createTestLedger(): Promise<TestLedger> {
  const { ownerUrl, appUrl, drop } = await createTestDatabase();
  await addKinds(ownerUrl);
  const db = openDatabase(appUrl, { connections: 16, name: 'ledger-test' });
  const postGroups = async (...groups: TransferGroup[]) => inTransaction(db, async (tx) => post(tx, groups));
  return {
    db,
    appUrl,
    ownerUrl,
    post: postGroups,
    fillPurse: async (cents) => {
      const made = newPurse();
      await postGroups(groupOf({ homeId: made.homeId, debit: 'vault', credit: made.purse, amount: cents }));
      return made;
    },
    close: async () => {
      try {
        await assertLedgerInvariants(db);
      } finally {
        await db.destroy();
        await drop();
      }
    },
  };
}

export function newPurse(): Purse {
  const homeId = randomUUID();
  return { homeId, purse: `purse:${homeId}` };
}

export function newShop(): string {
  return `shop:${randomUUID()}`;
}

/** Builds a group of transfers with new ids. */
export function groupOf(...transfers: Omit<TransferRequest, 'id' | 'kind'>[]): TransferGroup {
  return { transfers: transfers.map((one) => ({ id: randomUUID(), kind: 'test', ...one })) };
}

/** Waits until this many database sessions wait for a lock. */
export async function untilWaiting(db: Db, sessions = 1): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const { rows } = await sql<{ waiting: bigint }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if ((rows[0]?.waiting ?? 0n) >= sessions) return;
    if (performance.now() > deadline) throw new Error(`fewer than ${sessions} sessions waited for a lock`);
    await pause(5);
  }
}

async function addKinds(ownerUrl: string): Promise<void> {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`
    INSERT INTO ledger.account_kinds (kind, side, mode, is_checked, members) VALUES
      ('purse', 'credit', 'strict', true, 'homes'),
      ('locker', 'credit', 'strict', true, 'many'),
      ('float', 'debit', 'strict', true, 'many'),
      ('shop', 'credit', 'lazy', true, 'many'),
      ('vault', 'debit', 'lazy', false, 'one'),
      ('bridge', 'credit', 'lazy', false, 'one'),
      ('income:tips', 'credit', 'lazy', false, 'one')`);
  await owner.end();
}
