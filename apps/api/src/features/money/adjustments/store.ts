import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

export type AdjustmentKey = { merchantId: string; adjustmentId: string };

export type AdjustmentRecord = AdjustmentKey & {
  /** In the merchant's sign. */
  amountCents: bigint;
  reason: string;
  /** Of one that needs a second administrator. */
  approvalId: string | null;
  isPosted: boolean;
};

export async function lockAdjustment(
  tx: Transaction,
  { merchantId, adjustmentId }: AdjustmentKey,
): Promise<AdjustmentRecord | undefined> {
  const { rows } = await sql<AdjustmentRecord>`
    select merchant_id as "merchantId", id as "adjustmentId", amount_cents as "amountCents", reason,
      approval_id as "approvalId", posted_at is not null as "isPosted"
    from adjustments where merchant_id = ${merchantId} and id = ${adjustmentId} for update`.execute(tx);
  return rows[0];
}

/** What was given to a locked merchant within a day, or taken from it, without a second administrator; in cents. */
export async function readPostedAlone(
  tx: Transaction,
  { merchantId, direction }: { merchantId: string; direction: 'credit' | 'debit' },
): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(abs(amount_cents)), 0)::bigint as cents from adjustments
    where merchant_id = ${merchantId} and (amount_cents > 0) = ${direction === 'credit'} and approval_id is null
      and requested_at > moment() - interval '1 day'`.execute(tx);
  return rows[0]?.cents ?? 0n;
}

export async function insertAdjustment(
  tx: Transaction,
  adjustment: AdjustmentRecord & { requestedBy: string },
): Promise<void> {
  await sql`
    insert into adjustments (merchant_id, id, amount_cents, reason, requested_by, approval_id, posted_at)
    values (
      ${adjustment.merchantId}, ${adjustment.adjustmentId}, ${adjustment.amountCents}, ${adjustment.reason},
      ${adjustment.requestedBy}, ${adjustment.approvalId}, case when ${adjustment.isPosted} then moment() end
    )`.execute(tx);
}

export async function markPosted(
  tx: Transaction,
  { merchantId, adjustmentId }: AdjustmentKey,
): Promise<void> {
  await sql`
    update adjustments set posted_at = moment() where merchant_id = ${merchantId} and id = ${adjustmentId}`.execute(
    tx,
  );
}
