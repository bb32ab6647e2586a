import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { closeDays, sumUp, takeOpenDays } from './totals-store.ts';

/**
 * Sums up the days that are over, so that reports of many of them stay fast. Reports are right without it, too: days
 * that are not summed up are read from the ledger. Each day by itself, as years of them, of a busy database that was moved here or whose worker
 * stood still, take longer than a statement may.
 */
export async function sumUpDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  while (await inTransaction(db, sumUpNextDay));
}

/** @returns whether there may be another one */
async function sumUpNextDay(tx: Transaction): Promise<boolean> {
  const open = await takeOpenDays(tx);
  if (!open) return false;
  const { from, to } = open;
  if (from !== null && from <= to) await sumUp(tx, { from, to });
  await closeDays(tx, to);
  return true;
}
