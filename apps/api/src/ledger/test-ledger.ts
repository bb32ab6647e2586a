import pg from 'pg';
import { openDatabase } from '../platform/db/database.ts';
import type { Db } from '../platform/db/database.ts';
import { createTestDatabase } from '../testing/test-database.ts';

export type TestLedger = { db: Db; appUrl: string; ownerUrl: string; close: () => Promise<void> };

/** A database of one's own, with kinds of accounts that only these tests know. */
export async function createTestLedger(): Promise<TestLedger> {
  const { ownerUrl, appUrl, drop } = await createTestDatabase();
  const owner = new pg.Client({ connectionString: ownerUrl });
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
  const db = openDatabase(appUrl, { connections: 10, name: 'ledger-test' });
  return {
    db,
    appUrl,
    ownerUrl,
    close: async () => {
      await db.destroy();
      await drop();
    },
  };
}
