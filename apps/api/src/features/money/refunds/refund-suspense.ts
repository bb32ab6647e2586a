import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { refundPostings } from '../../services/postings/index.ts';
import { openReversal } from './refund-orders.ts';
import { insertRefund } from './store.ts';

/** Reserves money in suspense and orders M-PESA to return it to the payer. */
export async function refundSuspense(
  tx: Transaction,
  money: {
    refundId: string;
    reviewId: string;
    homeId: string;
    amountCents: bigint;
    receipt: string;
    reason: string;
    administratorId: string;
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
    requested_by: money.administratorId,
  });
  if (!isNew) return;
  await postOrThrow(tx, [refundPostings.suspenseReserved({ refundId, homeId, amountCents })]);
  await openReversal(tx, { homeId, refundId, receipt: money.receipt, amountCents });
}
