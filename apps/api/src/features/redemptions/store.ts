import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/database.ts';

/** Which voucher a merchant means: by the keyed hash of its code, or by the id it got from us earlier. */
export type VoucherReference = { codeKey: string } | { voucherId: string };

export type Asked = { merchantId: string; reference: VoucherReference; scope: Buffer; fingerprint: Buffer };

/** What is known of a request before anything is locked. */
export type Found = {
  position: number;
  voucherId: string | null;
  faceCents: bigint;
  expiresAt: Date;
  closedAs: string | null;
  recipientMsisdn: string | null;
  isDelivered: boolean;
  isPastLastDay: boolean;
};

/**
 * Finds the vouchers of many requests and takes their idempotency keys, in one statement. Keys are taken in sorted
 * order, so that two processes that take the same ones wait for each other and never both for both.
 */
export async function findAndTakeKeys(tx: Transaction, asked: Asked[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with asked as (
      select * from unnest(
        ${asked.map((_, index) => index)}::int[],
        ${asked.map((one) => one.merchantId)}::uuid[],
        ${asked.map(({ reference }) => ('codeKey' in reference ? reference.codeKey : null))}::text[],
        ${asked.map(({ reference }) => ('voucherId' in reference ? reference.voucherId : null))}::uuid[],
        ${asked.map((one) => one.scope)}::bytea[],
        ${asked.map((one) => one.fingerprint)}::bytea[]
      ) as t (position, merchant_id, code_key, voucher_id, scope, fingerprint)
    ), found as (
      select a.*, v.id as found_id, v.face_cents, v.expires_at, v.closed_as, v.recipient_msisdn, v.deliver_at
      from asked a
      left join lookups l on l.kind = 'voucher_code' and l.key = a.code_key
      left join vouchers v on v.id = coalesce(l.target_id, a.voucher_id)
        and (v.issuer_merchant_id is null or v.issuer_merchant_id = a.merchant_id)
        and (a.code_key is not null or v.issuer_merchant_id = a.merchant_id or exists (
          select from redemptions r where r.voucher_id = a.voucher_id and r.merchant_id = a.merchant_id
        ))
    ), taken as (
      insert into idempotency_keys (home_id, merchant_id, scope, fingerprint)
      select distinct on (found_id, merchant_id, scope) found_id, merchant_id, scope, fingerprint
      from found where found_id is not null
      order by found_id, merchant_id, scope, position
      on conflict do nothing
    )
    select position, found_id as "voucherId", face_cents as "faceCents", expires_at as "expiresAt",
      closed_as as "closedAs", recipient_msisdn as "recipientMsisdn",
      deliver_at <= now() as "isDelivered", expires_at < now() as "isPastLastDay"
    from found order by position`.execute(tx);
  return rows;
}

export type Answered = { fingerprint: Buffer | null; status: number | null; answer: string | null };

/** The keys as they are now, one for one: taken by this transaction a moment ago, or answered by an earlier one. */
export async function readKeys(
  tx: Transaction,
  keys: { voucherId: string; merchantId: string; scope: Buffer }[],
): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select k.fingerprint, k.status, k.answer
    from unnest(
      ${keys.map((key) => key.voucherId)}::uuid[],
      ${keys.map((key) => key.merchantId)}::uuid[],
      ${keys.map((key) => key.scope)}::bytea[]
    ) with ordinality as t (home_id, merchant_id, scope, position)
    left join idempotency_keys k using (home_id, merchant_id, scope)
    order by t.position`.execute(tx);
  return rows;
}

export type Recorded = {
  voucherId: string;
  merchantId: string;
  scope: Buffer;
  status: number;
  answer: string;
  /** Absent for a refusal. */
  redemption?: { id: string; amountCents: bigint; balanceAfterCents: bigint };
};

/** Writes redemptions, their activities and the answers to repeat, in one statement for a whole batch. */
export async function recordRedemptions(tx: Transaction, records: Recorded[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    with given as (
      select * from unnest(
        ${records.map((one) => one.voucherId)}::uuid[],
        ${records.map((one) => one.merchantId)}::uuid[],
        ${records.map((one) => one.scope)}::bytea[],
        ${records.map((one) => one.status)}::smallint[],
        ${records.map((one) => one.answer)}::text[],
        ${records.map((one) => one.redemption?.id ?? null)}::uuid[],
        ${records.map((one) => one.redemption?.amountCents ?? null)}::bigint[],
        ${records.map((one) => one.redemption?.balanceAfterCents ?? null)}::bigint[]
      ) as t (voucher_id, merchant_id, scope, status, answer, id, amount_cents, balance_after_cents)
    ), redeemed as (
      insert into redemptions (voucher_id, id, merchant_id, amount_cents, balance_after_cents)
      select voucher_id, id, merchant_id, amount_cents, balance_after_cents from given where id is not null
      on conflict do nothing
    ), noted as (
      insert into voucher_activities (voucher_id, id, kind, actor_kind, actor_id, amount_cents)
      select voucher_id, id, 'REDEEMED', 'merchant', merchant_id, amount_cents from given where id is not null
      on conflict do nothing
    )
    update idempotency_keys k set status = given.status, answer = given.answer
    from given
    where k.home_id = given.voucher_id and k.merchant_id = given.merchant_id and k.scope = given.scope`.execute(
    tx,
  );
}

/** How vouchers were closed, read after the ledger has refused: by then nobody can close them differently. */
export async function readClosings(
  tx: Transaction,
  voucherIds: string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; closedAs: string | null }>`
    select id, closed_as as "closedAs" from vouchers where id = any(${voucherIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.closedAs]));
}
