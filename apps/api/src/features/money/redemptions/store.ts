import { sql, type RawBuilder } from 'kysely';
import type { Metadata } from '@zawadi/contract';
import type { Transaction, Db } from '../../../platform/db/database.ts';
import { postings } from '../../services/postings/index.ts';

/**
 * How a merchant identifies a voucher: by its code, hashed with each of our keys, or by the id that we returned
 * earlier.
 */
export type VoucherReference = { codeKeys: string[] } | { voucherId: string };

export type Asked = {
  merchantId: string;
  reference: VoucherReference;
  /**
   * Hash of endpoint and idempotency key, see platform/idempotency. The same key for another voucher is another
   * request.
   */
  scope: Buffer;
  /** Hash of the request's body: the same key with another body is refused. */
  fingerprint: Buffer;
};

/**
 * The merchant's actor: a staff member at the till page, or the merchant's own system. Redemptions by the system
 * store the API key's id; the main key has the merchant's id.
 */
export type RedeemedBy =
  | { channel: 'portal'; staffId: string; keyId?: undefined }
  | { channel: 'api'; staffId: null; keyId?: string };

/** The merchant's place, and the name of the till there; null if it has none. */
export type RedeemedAt = { placeId: string; till: string | null };

/** Facts that decide a request, read under the lock of the voucher's balance. */
export type Found = {
  /** Index of the request in the batch, from 1. */
  position: number;
  voucherId: string;
  faceCents: bigint;
  /** Balance; null if another transaction holds the voucher's lock. */
  balanceCents: bigint | null;
  expiresAt: Date;
  closedAs: string | null;
  recipientName: string;
  isDelivered: boolean;
  /** False for a voucher that another merchant has issued. */
  isForHere: boolean;
  isPastLastDay: boolean;
  isFrozen: boolean;
  /** Amount on hold at shops. */
  heldCents: bigint;
  /** Earlier fingerprint and answer of the request's idempotency key; null if the key is new. */
  fingerprint: Buffer | null;
  answer: string | null;
} & ShopRoom;

/** How much a shop with own limits may redeem at once, and redeem or hold today; null for no limit. */
export type ShopRoom = { largestCents: bigint | null; leftCents: bigint | null };

/** Data that a merchant's own system attaches to a redemption; absent fields were not given. */
export type Kept = { reference?: string; metadata?: Metadata };

/** The ids of a voucher and of its redemption. */
export type RedemptionKey = [voucherId: string, id: string];

/** A redemption with the data for messages and webhook events about it. */
export type Announcement = {
  id: string;
  voucherId: string;
  merchantId: string;
  businessName: string;
  amountCents: bigint;
  balanceAfterCents: bigint;
  recipientMsisdn: string | null;
  recipientEmail: string | null;
  /** True if the merchant has a webhook, or a program listening for events. */
  isHeard: boolean;
  reference: string | null;
  metadata: Metadata | null;
};

/**
 * Locks the vouchers of many requests and reads the facts that decide them. A merchant may use a voucher's id only
 * after issuing or redeeming the voucher; a full code works everywhere.
 * @param longestWaitMs longest wait for locks; undefined for no wait
 * @returns one row for each request with a known voucher
 */
export async function lockVouchersToRedeem(
  tx: Transaction,
  asked: Asked[],
  longestWaitMs: number | undefined,
): Promise<Found[]> {
  const codeKeys = asked.map(({ reference }) => ('codeKeys' in reference ? reference.codeKeys : []));
  const othersEach = Math.max(0, ...codeKeys.map(({ length }) => length - 1));
  const { rows } = await sql<Found>`
    select position, voucher_id as "voucherId", face_cents as "faceCents", balance_cents as "balanceCents",
      expires_at as "expiresAt", closed_as as "closedAs", recipient_name as "recipientName",
      is_delivered as "isDelivered", is_for_here as "isForHere", is_past_last_day as "isPastLastDay", is_frozen as "isFrozen",
      held_cents as "heldCents", fingerprint, answer, largest_cents as "largestCents", left_cents as "leftCents"
    from lock_vouchers_to_redeem(
      ${asked.map((one) => one.merchantId)}::uuid[],
      ${codeKeys.map(([first]) => first ?? null)}::text[],
      ${codeKeys.flatMap((keys) => Array.from({ length: othersEach }, (_, n) => keys[n + 1] ?? null))}::text[],
      ${othersEach}::integer,
      ${asked.map(({ reference }) => ('voucherId' in reference ? reference.voucherId : null))}::uuid[],
      ${asked.map(({ scope }) => scope)}::bytea[],
      ${longestWaitMs ?? null}::integer
    )`.execute(tx);
  return rows;
}

/**
 * Locks the redemptions of shops with own limits; see `lock_redemption_room`.
 * @returns the room of each shop that has own limits
 */
export async function lockRedemptionRoom(
  tx: Transaction,
  merchantIds: string[],
): Promise<Map<string, ShopRoom>> {
  const { rows } = await sql<ShopRoom & { merchantId: string }>`
    select merchant_id as "merchantId", largest_cents as "largestCents", left_cents as "leftCents"
    from lock_redemption_room(${merchantIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.merchantId, row]));
}

export type Recorded = {
  voucherId: string;
  merchantId: string;
  scope: Buffer;
  fingerprint: Buffer;
  status: number;
  answer: string;
  /** The redemption; absent for a refusal. */
  redemption?: {
    id: string;
    amountCents: bigint;
    balanceAfterCents: bigint;
    recipientName: string;
    server: RedeemedBy;
    at: RedeemedAt;
    kept: Kept;
  };
};

/**
 * Builds the SQL query that posts redemptions in the ledger and stores them with their answers. Fails if the ledger
 * refuses a transfer, or leaves another balance than decided under the lock.
 * @param records at least one
 */
export function redemptionsStatement(records: Recorded[]): RawBuilder<unknown> {
  const made = records.flatMap(({ voucherId, merchantId, redemption }) =>
    redemption ? [{ voucherId, merchantId, ...redemption }] : [],
  );
  const transfers = made.flatMap(
    ({ id: redemptionId, voucherId, merchantId, amountCents }) =>
      postings.redemption({ redemptionId, voucherId, merchantId, amountCents }).transfers,
  );
  return sql`select record_redemptions(
    ${records.map((one) => one.voucherId)}::uuid[],
    ${records.map((one) => one.merchantId)}::uuid[],
    ${records.map((one) => one.scope)}::bytea[],
    ${records.map((one) => one.fingerprint)}::bytea[],
    ${records.map((one) => one.status)}::smallint[],
    ${records.map((one) => one.answer)}::text[],
    ${made.map((one) => one.voucherId)}::uuid[],
    ${made.map((one) => one.id)}::uuid[],
    ${made.map((one) => one.merchantId)}::uuid[],
    ${made.map((one) => one.amountCents)}::bigint[],
    ${made.map((one) => one.balanceAfterCents)}::bigint[],
    ${made.map((one) => one.recipientName)}::text[],
    ${made.map((one) => one.server.channel)}::text[],
    ${made.map((one) => one.server.staffId)}::uuid[],
    ${made.map((one) => one.kept.reference ?? null)}::text[],
    ${made.map((one) => jsonOf(one.kept.metadata))}::text[],
    ${made.map((one) => one.server.keyId ?? null)}::uuid[],
    ${made.map((one) => one.at.placeId)}::uuid[],
    ${made.map((one) => one.at.till)}::text[],
    ${transfers.map((one) => one.id)}::uuid[],
    ${transfers.map((one) => one.debit)}::text[],
    ${transfers.map((one) => one.credit)}::text[],
    ${transfers.map((one) => one.kind)}::text[]
  )`;
}

export async function readAnnouncements(tx: Transaction, keys: RedemptionKey[]): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select r.id, r.voucher_id as "voucherId", r.merchant_id as "merchantId", m.business_name as "businessName",
      r.amount_cents as "amountCents", r.balance_after_cents as "balanceAfterCents",
      v.recipient_msisdn as "recipientMsisdn", v.recipient_email as "recipientEmail",
      exists (select from webhook_addresses e where e.merchant_id = r.merchant_id and e.url is not null)
        or exists (
          select from event_streams s where s.merchant_id = r.merchant_id and s.open_until > moment()
        ) as "isHeard",
      r.reference, r.metadata
    from unnest(
      ${keys.map(([voucherId]) => voucherId)}::uuid[], ${keys.map(([, id]) => id)}::uuid[]
    ) as k (voucher_id, id)
    join redemptions r on r.voucher_id = k.voucher_id and r.id = k.id
    join vouchers v on v.id = r.voucher_id
    join merchants m on m.id = r.merchant_id`.execute(tx);
  return rows;
}

/** Moves recipient names of recent redemptions into the search index. Until then, searches scan these names. */
export async function flushSearchIndex(db: Db): Promise<void> {
  await sql`select flush_search_index()`.execute(db);
}

function jsonOf(metadata: Metadata | undefined): string | null {
  return metadata === undefined ? null : JSON.stringify(metadata);
}
