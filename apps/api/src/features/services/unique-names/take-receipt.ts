import type { Transaction } from '../../../platform/db/database.ts';
import { raiseReview } from '../reviews/index.ts';
import { takeNames, type LookupTarget } from './store.ts';

/**
 * Takes receipts of M-PESA's for the payments they prove. One that has proved another payment proves no second one:
 * that is a case for a person.
 * @returns for each false when it belongs to another payment
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

/** The same for one. */
export async function takeReceipt(tx: Transaction, receipt: string, target: LookupTarget): Promise<boolean> {
  const [isOurs = false] = await takeReceipts(tx, [{ receipt, ...target }]);
  return isOurs;
}
