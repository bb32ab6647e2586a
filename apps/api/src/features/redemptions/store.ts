import type { LanguageName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/database.ts';

/** Which voucher a merchant means: by the keyed hash of its code, or by the id it got from us earlier. */
export type VoucherReference = { codeKey: string } | { voucherId: string };

export type Asked = { merchantId: string; reference: VoucherReference; scope: Buffer; fingerprint: Buffer };

/** Who acts for a merchant: a member of its staff at the till page, or its own system with the API key. */
export type Server = { channel: 'portal'; staffId: string } | { channel: 'api'; staffId: null };

/** What is known of a request before anything is locked. */
export type Found = {
  voucherId: string;
  faceCents: bigint;
  expiresAt: Date;
  closedAs: string | null;
  recipientName: string;
  recipientMsisdn: string | null;
  /** Of whoever has verified that number; null when nobody has. */
  recipientLanguage: LanguageName | null;
  isDelivered: boolean;
  /** False for a voucher that another merchant has made. */
  isForHere: boolean;
  isPastLastDay: boolean;
  /** The merchant has an address where it hears of events. */
  hasWebhook: boolean;
  /** What the request's idempotency key was used for before, and what was answered. */
  earlier: { fingerprint: Buffer; answer: string } | undefined;
};

type FoundRow = Omit<Found, 'earlier'> & { fingerprint: Buffer | null; answer: string | null };

/**
 * Finds the vouchers and earlier answers of many requests, in one statement. A voucher id counts only at a merchant
 * that issued or redeemed it; a full code counts everywhere.
 * @returns one element for each request, undefined for an unknown voucher
 */
export async function findVouchers(tx: Transaction, asked: Asked[]): Promise<(Found | undefined)[]> {
  // Lateral look-ups of one row each: the planner would otherwise read small tables whole, and go on doing so when
  // they have grown.
  const { rows } = await sql<FoundRow & { position: number }>`
    select a.position, v.id as "voucherId", v.face_cents as "faceCents", v.expires_at as "expiresAt",
      v.closed_as as "closedAs", v.recipient_name as "recipientName", v.recipient_msisdn as "recipientMsisdn",
      (select u.language from users u where u.phone_msisdn = v.recipient_msisdn limit 1) as "recipientLanguage",
      v.deliver_at <= now() as "isDelivered",
      (v.issuer_merchant_id is null or v.issuer_merchant_id = a.merchant_id) as "isForHere",
      v.expires_at < now() as "isPastLastDay",
      (select true from webhook_endpoints e where e.merchant_id = a.merchant_id and e.url is not null limit 1)
        is true as "hasWebhook",
      k.fingerprint, k.answer
    from unnest(
      ${asked.map((_, index) => index)}::int[],
      ${asked.map((one) => one.merchantId)}::uuid[],
      ${asked.map(({ reference }) => ('codeKey' in reference ? reference.codeKey : null))}::text[],
      ${asked.map(({ reference }) => ('voucherId' in reference ? reference.voucherId : null))}::uuid[],
      ${asked.map((one) => one.scope)}::bytea[]
    ) as a (position, merchant_id, code_key, voucher_id, scope)
    left join lateral (
      select target_id from lookups where kind = 'voucher_code' and key = a.code_key limit 1
    ) l on true
    join lateral (
      select * from vouchers
      where id = coalesce(l.target_id, a.voucher_id)
        and (l.target_id is not null or issuer_merchant_id = a.merchant_id or exists (
          select from redemptions r where r.voucher_id = a.voucher_id and r.merchant_id = a.merchant_id
        ))
      limit 1
    ) v on true
    left join lateral (
      select fingerprint, answer from idempotency_keys
      where home_id = v.id and merchant_id = a.merchant_id and scope = a.scope limit 1
    ) k on true`.execute(tx);
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return asked.map((_, index) => {
    const row = byPosition.get(index);
    if (!row) return undefined;
    const { fingerprint, answer, ...found } = row;
    return { ...found, earlier: fingerprint && answer !== null ? { fingerprint, answer } : undefined };
  });
}

export type Recorded = {
  voucherId: string;
  merchantId: string;
  scope: Buffer;
  fingerprint: Buffer;
  status: number;
  answer: string;
  /** By what the voucher was found; null when by its id. */
  codeKey: string | null;
  /** Absent for a refusal. */
  redemption?: {
    id: string;
    amountCents: bigint;
    balanceAfterCents: bigint;
    recipientName: string;
    server: Server;
  };
};

/**
 * Writes redemptions, their activities and the answers to repeat, in one statement for a whole batch. Keys are written
 * in sorted order, so that two processes that write the same ones wait for each other and never both for both.
 * @returns how many keys were new; fewer than records when another process answered one of them meanwhile. And how
 *   many codes have died since they were looked up, because the buyer corrected the recipient; now, under the lock of
 *   their balances, that is certain
 */
export async function recordRedemptions(
  tx: Transaction,
  records: Recorded[],
): Promise<{ taken: number; deadCodes: number }> {
  if (records.length === 0) return { taken: 0, deadCodes: 0 };
  const { rows } = await sql<{ taken: number; deadCodes: number }>`
    with given as (
      select * from unnest(
        ${records.map((one) => one.voucherId)}::uuid[],
        ${records.map((one) => one.merchantId)}::uuid[],
        ${records.map((one) => one.scope)}::bytea[],
        ${records.map((one) => one.fingerprint)}::bytea[],
        ${records.map((one) => one.status)}::smallint[],
        ${records.map((one) => one.answer)}::text[],
        ${records.map((one) => one.redemption?.id ?? null)}::uuid[],
        ${records.map((one) => one.redemption?.amountCents ?? null)}::bigint[],
        ${records.map((one) => one.redemption?.balanceAfterCents ?? null)}::bigint[],
        ${records.map((one) => one.redemption?.recipientName ?? null)}::text[],
        ${records.map((one) => one.redemption?.server.channel ?? null)}::text[],
        ${records.map((one) => one.redemption?.server.staffId ?? null)}::uuid[],
        ${records.map((one) => one.codeKey)}::text[]
      ) as t (
        voucher_id, merchant_id, scope, fingerprint, status, answer, id, amount_cents, balance_after_cents,
        recipient_name, channel, staff_id, code_key
      )
    ), redeemed as (
      insert into redemptions (
        voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id
      )
      select voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id
      from given where id is not null
    ), noted as (
      insert into voucher_activities (voucher_id, id, kind, actor_kind, actor_id, amount_cents)
      select voucher_id, id, 'REDEEMED', 'merchant', merchant_id, amount_cents from given where id is not null
    ), taken as (
      insert into idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer)
      select voucher_id, merchant_id, scope, fingerprint, status, answer from given
      order by voucher_id, merchant_id, scope
      on conflict do nothing
      returning 1
    )
    select
      (select count(*)::int from taken) as taken,
      (
        select count(*)::int from given
        left join lateral (
          select true as is_alive from lookups where kind = 'voucher_code' and key = given.code_key limit 1
        ) name on true
        where given.id is not null and given.code_key is not null and name.is_alive is null
      ) as "deadCodes"`.execute(tx);
  return rows[0] ?? { taken: 0, deadCodes: 0 };
}

/** How vouchers were closed, read after the ledger has refused: by then nobody can close them differently. */
export async function readClosings(
  tx: Transaction,
  voucherIds: string[],
): Promise<Map<string, string | null>> {
  if (voucherIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; closedAs: string | null }>`
    select id, closed_as as "closedAs" from vouchers where id = any(${voucherIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.closedAs]));
}
