import type { Db, Transaction } from './database.ts';

/**
 * Reads with any number of statements on one snapshot, taken when the first one begins. Later commits are not
 * visible, so do not use it for decisions under lock.
 * @param db an open transaction is used as it is
 */
export async function inSnapshot<T>(db: Db, read: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db as Transaction);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
