import type { Db, Transaction } from './database.ts';

/**
 * Runs any number of queries on one snapshot, taken when the first one begins. They do not see later commits, so do
 * not use this for decisions under a lock.
 * @param db if it is an open transaction, it is used unchanged
 */
export async function inSnapshot<T>(db: Db, read: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db as Transaction);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
