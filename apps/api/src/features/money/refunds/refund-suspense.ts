import { postOrThrow } from '../../../ledger/index.ts';
import { databaseIn } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { refundPostings } from '../postings/index.ts';
import { insertRefund } from './store.ts';

const FIRST_QUERY_SECONDS = 30;

/** Holds unmatched money until M-PESA has returned it to the payer. */
export async function refundSuspense(
  tx: Transaction,
  money: {
    refundId: string;
    reviewId: string;
    homeId: string;
    amountCents: bigint;
    receipt: string;
    reason: string;
    staffId: string;
  },
): Promise<void> {
  const { refundId, homeId, amountCents } = money;
  const isNew = await insertRefund(tx, {
    home_id: homeId,
    id: refundId,
    source: 'suspense',
    review_id: money.reviewId,
    amount_cents: amountCents,
    fee_cents: 0n,
    status: 'PENDING',
    original_receipt: money.receipt,
    reason: money.reason,
    requested_by: money.staffId,
    next_query_at: databaseIn(FIRST_QUERY_SECONDS),
  });
  if (isNew) await postOrThrow(tx, [refundPostings.suspenseReserved({ refundId, homeId, amountCents })]);
}
