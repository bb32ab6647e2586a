import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';

export type ReviewKind =
  | 'wrong_amount'
  | 'receipt_reused'
  | 'failure_after_success'
  | 'success_after_release'
  | 'paid_twice'
  | 'second_payment_unproven'
  | 'money_without_purchase'
  | 'money_unclear'
  | 'pay_bill_unconfirmed'
  | 'blocked_payer'
  | 'float_short'
  | 'provider_refused_us'
  | 'withdrawal_unknown_for_long'
  // No longer raised: fraud alerts replace it. Old cases of this kind are still shown.
  | 'wrong_codes'
  | 'settlement_unknown_for_long'
  | 'settlement_entry_too_large'
  | 'refund_unknown_for_long'
  | 'refund_reversed_elsewhere'
  | 'refund_without_owner'
  | 'credit_taken_back'
  | 'refund_refused'
  | 'float_differs'
  | 'photo_reported';

const LONGEST_OCCURRENCE = 100;

/**
 * Raises a case for an administrator, once per kind, subject and occurrence.
 * @param review.occurrence distinguishes cases of one kind about one subject, such as a receipt; without it, there is
 *   one case
 * @returns true when the case is new
 */
export async function raiseReview(
  tx: Transaction,
  review: {
    kind: ReviewKind;
    subjectId: string;
    occurrence?: string;
    details: Record<string, string | number | null>;
  },
): Promise<boolean> {
  const raised = await tx
    .insertInto('reviews')
    .values({
      id: newId(),
      kind: review.kind,
      subject_id: review.subjectId,
      // A receipt is external input and may be too long; the case is raised nevertheless.
      occurrence: review.occurrence?.slice(0, LONGEST_OCCURRENCE) ?? '',
      details: JSON.stringify(review.details),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id', 'occurrence']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return raised !== undefined;
}

/** Opens a case again, because its resolution failed. */
export async function reopenReview(tx: Transaction, reviewId: string): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ resolved_at: null, resolved_by: null, resolution: null })
    .where('id', '=', reviewId)
    .execute();
}
