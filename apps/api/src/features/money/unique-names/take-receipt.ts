import type { Transaction } from '../../../platform/db/database.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { takeName, type LookupTarget } from './store.ts';

/**
 * Takes a receipt of M-PESA's for the payment it proves. One that has proved another payment proves no second one:
 * that is a case for a person.
 * @returns false when it belongs to another payment
 */
export async function takeReceipt(tx: Transaction, receipt: string, target: LookupTarget): Promise<boolean> {
  const isOurs = await takeName(tx, 'receipt', receipt, target);
  if (!isOurs) {
    await raiseReview(tx, {
      kind: 'receipt_reused',
      subjectId: target.targetId,
      occurrence: receipt,
      details: { receipt },
    });
  }
  return isOurs;
}
