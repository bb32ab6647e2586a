import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { closeDays, sumUp, takeOpenDays } from './totals-store.ts';

/**
 * Sums up closed days, so that reports over many days stay fast. Reports are right without it, too: days not summed
 * up are read from the ledger. Each day is one transaction. After a migration or a stopped worker, there may be years
 * of days, which take longer than a statement may.
 */
export async function sumUpDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  while (await inTransaction(db, sumUpNextDay));
}

/** @returns true if there may be another day */
async function sumUpNextDay(tx: Transaction): Promise<boolean> {
  const open = await takeOpenDays(tx);
  if (!open) return false;
  const { from, to } = open;
  if (from !== null && from <= to) await sumUp(tx, { from, to });
  await closeDays(tx, to);
  return true;
}
