import type { Metadata } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { heldCents } from '../vouchers/index.ts';
import type { RedeemedBy } from './store.ts';

/** A redemption, with everything that decides whether it can be reversed now. */
export type Reversible = {
  redemptionId: string;
  voucherId: string;
  amountCents: bigint;
  redeemedAt: Date;
  reversedAt: Date | null;
  isInTime: boolean;
  businessName: string;
  faceCents: bigint;
  expiresAt: Date;
  heldCents: bigint;
  closedAs: string | null;
  isPastLastDay: boolean;
  /** The recipient who claimed the rest of the voucher into their wallet; null while the voucher is unclaimed. */
  claimedBy: string | null;
  recipientMsisdn: string | null;
  recipientEmail: string | null;
  reference: string | null;
  metadata: Metadata | null;
};

/**
 * Finds a redemption to reverse, without a lock. Decides by the time of this query whether the reversal is in
 * time: one that waited for a lock past midnight is too late.
 */
export async function findReversible(
  db: Db,
  asked: { merchantId: string; redemptionId: string },
): Promise<Reversible | undefined> {
  const { rows } = await sql<Reversible>`
    select r.id as "redemptionId", r.voucher_id as "voucherId", r.amount_cents as "amountCents",
      r.redeemed_at as "redeemedAt", r.reversed_at as "reversedAt",
      statement_moment() < reversible_until(r.redeemed_at) as "isInTime",
      m.business_name as "businessName", v.face_cents as "faceCents", v.expires_at as "expiresAt",
      v.closed_as as "closedAs", v.expires_at < statement_moment() as "isPastLastDay",
      ${heldCents} as "heldCents",
      c.user_id as "claimedBy", r.reference, r.metadata, v.recipient_msisdn as "recipientMsisdn",
      v.recipient_email as "recipientEmail"
    from redemptions r
    join vouchers v on v.id = r.voucher_id
    join merchants m on m.id = r.merchant_id
    left join claims c on c.voucher_id = r.voucher_id
    where r.merchant_id = ${asked.merchantId} and r.id = ${asked.redemptionId}`.execute(db);
  return rows[0];
}

/** Counts a merchant's reversals of a voucher today. Lock the voucher's balance first. */
export async function countReversalsOfToday(
  tx: Transaction,
  of: { voucherId: string; merchantId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from redemptions
    where voucher_id = ${of.voucherId} and merchant_id = ${of.merchantId}
      and reversed_at >= date_trunc('day', statement_moment(), 'Africa/Nairobi')`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Marks a redemption as reversed. Lock the voucher's balance first. */
export async function recordReversal(
  tx: Transaction,
  reversed: { voucherId: string; redemptionId: string; server: RedeemedBy },
): Promise<Date> {
  const { channel, staffId } = reversed.server;
  const { rows } = await sql<{ reversedAt: Date }>`
    update redemptions
    set reversed_at = statement_moment(), reversed_channel = ${channel}, reversed_by = ${staffId}::uuid
    where voucher_id = ${reversed.voucherId} and id = ${reversed.redemptionId} and reversed_at is null
    returning reversed_at as "reversedAt"`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`redemption ${reversed.redemptionId} was reversed twice`);
  return row.reversedAt;
}

export async function insertReversalActivity(
  tx: Transaction,
  activity: { voucherId: string; id: string; merchantId: string; amountCents: bigint },
): Promise<void> {
  await sql`
    insert into voucher_activities (voucher_id, id, kind, actor_kind, actor_id, amount_cents)
    values (
      ${activity.voucherId}, ${activity.id}, 'REDEMPTION_REVERSED', 'merchant', ${activity.merchantId},
      ${activity.amountCents}
    )`.execute(tx);
}
