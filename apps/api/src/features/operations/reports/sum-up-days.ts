import { atClosedMoment } from '../../../platform/db/closed-moment.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { closeDays, sumUp, takeOpenDays } from './totals-store.ts';

/**
 * Sums up the days that are over, so that reports of many of them stay fast. Reports are right without it, too: days
 * that are not summed up are read from the ledger.
 */
export async function sumUpDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  // What was posted before midnight and shows on some nodes only would be missing for ever.
  await atClosedMoment(db, async () => {});
  await inTransaction(db, async (tx) => {
    const open = await takeOpenDays(tx);
    if (!open) return;
    const { from, to } = open;
    if (from !== null && from <= to) await sumUp(tx, { from, to });
    await closeDays(tx, to);
  });
}
