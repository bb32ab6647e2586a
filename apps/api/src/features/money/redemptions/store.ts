import { sql, type RawBuilder } from 'kysely';

/** Which voucher a merchant means: by the keyed hash of its code, or by the id it got from us earlier. */
export type VoucherReference = { codeKey: string } | { voucherId: string };

/** Scope and fingerprint of the idempotency key are hashes in hexadecimal. */
export type Asked = { merchantId: string; reference: VoucherReference; scope: string; fingerprint: string };

/** Who acts for a merchant: a member of its staff at the till page, or its own system with the API key. */
export type RedeemedBy = { channel: 'portal'; staffId: string } | { channel: 'api'; staffId: null };

/** What decides a request, under the lock of its voucher's balance. */
export type Found = {
  /** Of the request, from 1. */
  position: number;
  voucherId: string;
  faceCents: bigint;
  /** Null when another transaction holds it. */
  balanceCents: bigint | null;
  expiresAt: Date;
  closedAs: string | null;
  recipientName: string;
  isDelivered: boolean;
  /** False for a voucher that another merchant has made. */
  isForHere: boolean;
  isPastLastDay: boolean;
  /** What the request's idempotency key was used for before, and what was answered; null when it is new. */
  fingerprint: string | null;
  answer: string | null;
};

/**
 * Locks the vouchers of many requests and reads what decides them. A voucher id counts only at a merchant that issued
 * or redeemed it; a full code counts everywhere.
 * @param longestWaitMs for locks; not at all when undefined
 * @returns a statement with one row for each request whose voucher is known
 */
export function lockVouchersToRedeem(asked: Asked[], longestWaitMs: number | undefined): RawBuilder<Found> {
  return sql<Found>`
    select position, voucher_id as "voucherId", face_cents as "faceCents", balance_cents as "balanceCents",
      expires_at as "expiresAt", closed_as as "closedAs", recipient_name as "recipientName",
      is_delivered as "isDelivered", is_for_here as "isForHere", is_past_last_day as "isPastLastDay",
      encode(fingerprint, 'hex') as fingerprint, answer
    from lock_vouchers_to_redeem(
      ${asked.map((one) => one.merchantId)}::uuid[],
      ${asked.map(({ reference }) => ('codeKey' in reference ? reference.codeKey : null))}::text[],
      ${asked.map(({ reference }) => ('voucherId' in reference ? reference.voucherId : null))}::uuid[],
      ${asked.map((one) => bytes(one.scope))}::bytea[],
      ${longestWaitMs ?? null}::integer
    )`;
}

export type Recorded = {
  voucherId: string;
  merchantId: string;
  scope: string;
  fingerprint: string;
  status: number;
  answer: string;
  /** Absent for a refusal. */
  redemption?: {
    id: string;
    amountCents: bigint;
    balanceAfterCents: bigint;
    recipientName: string;
    server: RedeemedBy;
  };
};

/** The call, if any, that writes redemptions and the answers to repeat. */
export function recordingRedemptions(records: Recorded[]): RawBuilder<unknown>[] {
  if (records.length === 0) return [];
  const call = sql`record_redemptions(
    ${records.map((one) => one.voucherId)}::uuid[],
    ${records.map((one) => one.merchantId)}::uuid[],
    ${records.map((one) => bytes(one.scope))}::bytea[],
    ${records.map((one) => bytes(one.fingerprint))}::bytea[],
    ${records.map((one) => one.status)}::smallint[],
    ${records.map((one) => one.answer)}::text[],
    ${records.map((one) => one.redemption?.id ?? null)}::uuid[],
    ${records.map((one) => one.redemption?.amountCents ?? null)}::bigint[],
    ${records.map((one) => one.redemption?.balanceAfterCents ?? null)}::bigint[],
    ${records.map((one) => one.redemption?.recipientName ?? null)}::text[],
    ${records.map((one) => one.redemption?.server.channel ?? null)}::text[],
    ${records.map((one) => one.redemption?.server.staffId ?? null)}::uuid[]
  )`;
  return [call];
}

/** As PostgreSQL reads a bytea. */
function bytes(hex: string): string {
  return `\\x${hex}`;
}
