import type { Transaction } from '../../../platform/db/database.ts';
import { raiseReview } from '../reviews/index.ts';
import { takeNames, type LookupTarget } from './store.ts';

/**
 * Takes M-PESA receipts for the payments that they prove. A receipt proves one payment. If a second payment has the
 * same receipt, a review is raised.
 * @returns false for each receipt that belongs to another payment
 */
export async function takeReceipts(
  tx: Transaction,
  all: (LookupTarget & { receipt: string })[],
): Promise<boolean[]> {
  const names = all.map(({ receipt: key, ...target }) => ({ kind: 'receipt' as const, key, ...target }));
  const areOurs = await takeNames(tx, names);
  for (const [n, { receipt, targetId: subjectId }] of all.entries()) {
    if (areOurs[n]) continue;
    await raiseReview(tx, { kind: 'receipt_reused', subjectId, occurrence: receipt, details: { receipt } });
  }
  return areOurs;
}

/** Takes one receipt; see `takeReceipts`. */
export async function takeReceipt(tx: Transaction, receipt: string, target: LookupTarget): Promise<boolean> {
  const [isOurs = false] = await takeReceipts(tx, [{ receipt, ...target }]);
  return isOurs;
}
