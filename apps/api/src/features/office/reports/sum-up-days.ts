import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { closeDays, sumUp, takeOpenDays } from './totals-store.ts';

/**
 * Sums up closed days, so that reports over many days stay fast. Reports read days that are not summed up from the
 * ledger. A day of many transfers is one transaction: a migration or a stopped worker may leave years of days, too many
 * for one SQL statement.
 */
export async function sumUpDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  while (await inTransaction(db, sumUpNextDays));
}

/**
 * Sums up the next closed days.
 * @returns false when no other day may be open
 */
async function sumUpNextDays(tx: Transaction): Promise<boolean> {
  const open = await takeOpenDays(tx);
  if (!open) return false;
  const { from, to } = open;
  if (from !== null && from <= to) await sumUp(tx, { from, to });
  await closeDays(tx, to);
  return true;
}
