import type { Db, Transaction } from './database.ts';

/**
 * Reads with any number of statements, all of which see the database as it was when the first one began. What is committed
 * meanwhile is not seen, so it is not for decisions under lock.
 * @param db an open transaction reads as it is
 */
export async function inSnapshot<T>(db: Db, read: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db as Transaction);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
