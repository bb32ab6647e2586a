import { shillingsOf, storedMetadata, type HandlerAnswer, type readVoucher } from '@zawadi/contract';
import { sql } from 'kysely';
import { balanceCents, spendingState, type IssueDetails } from '../../money/vouchers/index.ts';
import type { Db } from '../../../platform/db/database.ts';

export type VoucherAtMerchant = IssueDetails & {
  id: string;
  faceCents: bigint;
  codeLastFour: string;
  issuedAt: Date;
  expiresAt: Date;
  openedAt: Date | null;
  closedAs: string | null;
  isDelivered: boolean;
  isPastLastDay: boolean;
  heldCents: bigint;
  balanceCents: bigint;
  isFrozen: boolean;
  isIssuedHere: boolean;
  /** False if another merchant issued the voucher for its own tills. */
  isForHere: boolean;
  /** True if this merchant issued, redeemed or held the voucher before. */
  isKnownHere: boolean;
};

/** Finds a voucher, with the facts that depend on the merchant that reads it. */
export async function findVoucherAt(
  db: Db,
  { merchantId, voucherId }: { merchantId: string; voucherId: string },
): Promise<VoucherAtMerchant | undefined> {
  const isIssuedHere = sql`coalesce(issuer_merchant_id = ${merchantId}, false)`;
  const { rows } = await sql<VoucherAtMerchant>`
    select id, face_cents as "faceCents", code_last_four as "codeLastFour", recipient_name as "recipientName",
      recipient_msisdn as "recipientMsisdn", recipient_email as "recipientEmail", message,
      issuer_reference as reference, issuer_metadata as metadata, issued_at as "issuedAt", expires_at as "expiresAt", opened_at as "openedAt",
      closed_as as "closedAs",
      deliver_at <= moment() as "isDelivered", ${spendingState}, ${balanceCents} as "balanceCents",
      ${isIssuedHere} as "isIssuedHere", coalesce(issuer_merchant_id = ${merchantId}, true) as "isForHere",
      ${isIssuedHere} or exists (
        select from redemptions r where r.voucher_id = v.id and r.merchant_id = ${merchantId}
      ) or exists (
        select from holds h where h.voucher_id = v.id and h.merchant_id = ${merchantId}
      ) as "isKnownHere"
    from vouchers v where id = ${voucherId}`.execute(db);
  return rows[0];
}

const REDEMPTIONS_SHOWN = 100;

type Redemption = HandlerAnswer<typeof readVoucher>['redemptions'][number];

/** Lists redemptions of a voucher at one merchant, newest first. */
export async function listRedemptionsOf(
  db: Db,
  { merchantId, voucherId }: { merchantId: string; voucherId: string },
): Promise<Redemption[]> {
  const rows = await db
    .selectFrom('redemptions')
    .select(['id', 'amount_cents', 'redeemed_at', 'reversed_at', 'reference', 'metadata'])
    .where('voucher_id', '=', voucherId)
    .where('merchant_id', '=', merchantId)
    .orderBy('redeemed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(REDEMPTIONS_SHOWN)
    .execute();
  return rows.map((row) => describe(row));
}

function describe(row: {
  id: string;
  amount_cents: bigint;
  redeemed_at: Date;
  reversed_at: Date | null;
  reference: string | null;
  metadata: unknown;
}): Redemption {
  return {
    id: row.id,
    amount: shillingsOf(row.amount_cents),
    status: row.reversed_at === null ? 'COMPLETED' : 'REVERSED',
    created: row.redeemed_at.toISOString(),
    ...(row.reversed_at && { reversed_at: row.reversed_at.toISOString() }),
    ...(row.reference !== null && { reference: row.reference }),
    ...(row.metadata !== null && { metadata: storedMetadata.parse(row.metadata) }),
  };
}
