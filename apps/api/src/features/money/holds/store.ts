import type { HoldObject } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { insertingRows } from '../../../platform/db/inserting-rows.ts';
import { valueOfEach } from '../../../platform/db/row-of-each.ts';
import type { Page } from '../../../platform/jobs/process-due-rows.ts';

export type HoldRow = {
  id: string;
  voucherId: string;
  merchantId: string;
  amountCents: bigint;
  capturedCents: bigint;
  status: HoldObject['status'];
  reference: string | null;
  recipientName: string;
  placeId: string;
  till: string | null;
  codeLastFour: string;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  /** Whether the hold has expired, by the database's clock when the query runs. */
  isPastEnd: boolean;
  /** The recipient who claimed the free value into their wallet; null while the voucher is unclaimed. */
  claimedBy: string | null;
  /** `createdAt` with microseconds, by which the list is sorted. */
  instant: string;
};

/** The actor that ended a hold: the merchant's own system, a staff member, an administrator, or its expiry. */
export type EndedBy =
  /** An API key ended it; the main key has the merchant's id. */
  | { kind: 'api'; keyId: string }
  | { kind: 'member'; id: string }
  | { kind: 'admin'; id: string; reason: string }
  | { kind: 'system'; reason?: string };

export type NewHold = Pick<
  HoldRow,
  | 'id'
  | 'voucherId'
  | 'merchantId'
  | 'amountCents'
  | 'reference'
  | 'recipientName'
  | 'placeId'
  | 'till'
  | 'createdAt'
  | 'expiresAt'
>;

const holds = sql`
  select h.id, h.voucher_id as "voucherId", h.merchant_id as "merchantId", h.amount_cents as "amountCents",
    h.captured_cents as "capturedCents", h.status, h.reference, h.recipient_name as "recipientName",
    h.place_id as "placeId", h.till,
    v.code_last_four as "codeLastFour", h.created_at as "createdAt", h.expires_at as "expiresAt",
    h.ended_at as "endedAt", h.expires_at <= statement_moment() as "isPastEnd",
    (select c.user_id from claims c where c.voucher_id = h.voucher_id) as "claimedBy", h.created_at::text as instant`;

/**
 * Finds holds by id.
 * @returns a hold for each id; undefined for an unknown id
 */
export async function findHolds(db: Db, ids: string[]): Promise<(HoldRow | undefined)[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<HoldRow>`
    ${holds} from holds h join vouchers v on v.id = h.voucher_id
    where ${isAnyOf('h.id', ids, 'uuid')}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id.toLowerCase()));
}

type Filters = {
  status?: HoldObject['status'] | undefined;
  voucherId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Finds holds of a merchant, newest first. */
export async function findHoldsOfMerchant(
  db: Db,
  page: { merchantId: string; filters: Filters; after: Place | undefined; limit: number },
): Promise<HoldRow[]> {
  const { merchantId, filters, after, limit } = page;
  const conditions = [sql`h.merchant_id = ${merchantId}`, ...conditionsOf(filters)];
  if (after) conditions.push(sql`(h.created_at, h.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  const { rows } = await sql<HoldRow>`
    ${holds} from holds h join vouchers v on v.id = h.voucher_id
    where ${sql.join(conditions, sql` and `)}
    order by h.created_at desc, h.id desc limit ${limit}`.execute(db);
  return rows;
}

function conditionsOf({ status, voucherId, from, to }: Filters): RawBuilder<unknown>[] {
  const conditions = [];
  // Counts an open hold past its end as expired: the worker will release it, and it cannot be captured.
  if (status === 'OPEN') conditions.push(sql`h.status = 'OPEN' and h.expires_at > statement_moment()`);
  else if (status === 'EXPIRED') {
    conditions.push(
      sql`(h.status = 'EXPIRED' or (h.status = 'OPEN' and h.expires_at <= statement_moment()))`,
    );
  } else if (status) conditions.push(sql`h.status = ${status}`);
  if (voucherId) conditions.push(sql`h.voucher_id = ${voucherId}`);
  if (from) conditions.push(sql`h.created_at >= ${from}`);
  if (to) conditions.push(sql`h.created_at <= ${to}`);
  return conditions;
}

/**
 * Returns true if the merchant may use the voucher's id, because the merchant has issued, redeemed or held the
 * voucher.
 */
export async function isKnownToMerchant(
  db: Db,
  { merchantId, voucherId }: { merchantId: string; voucherId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from vouchers v
    where v.id = ${voucherId} and (
      v.issuer_merchant_id = ${merchantId}
      or exists (select from redemptions r where r.voucher_id = v.id and r.merchant_id = ${merchantId})
      or exists (select from holds h where h.voucher_id = v.id and h.merchant_id = ${merchantId})
    )`.execute(db);
  return rows.length > 0;
}

/** Reads the database's time, in milliseconds, at the start of this query: call it after taking locks. */
export async function readMoment(tx: Transaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', statement_moment()) as now`.execute(tx);
  if (!rows[0]) throw new Error('The database returned no time.');
  return rows[0].now;
}

export async function insertHolds(tx: Transaction, all: NewHold[]): Promise<void> {
  const rows = all.map((hold) => ({
    id: hold.id,
    voucher_id: hold.voucherId,
    merchant_id: hold.merchantId,
    amount_cents: hold.amountCents,
    reference: hold.reference,
    recipient_name: hold.recipientName,
    place_id: hold.placeId,
    till: hold.till,
    created_at: hold.createdAt,
    expires_at: hold.expiresAt,
  }));
  await insertingRows(tx, 'holds', rows).execute();
}

type Ended = {
  hold: Pick<HoldRow, 'id' | 'voucherId' | 'merchantId' | 'recipientName' | 'reference' | 'placeId' | 'till'>;
  capturedCents: bigint;
  by: EndedBy;
};

/** Stores the ends of holds. Lock the vouchers' balances first. */
export async function recordEnds(
  tx: Transaction,
  all: (Ended & { status: Exclude<HoldObject['status'], 'OPEN'> })[],
): Promise<void> {
  const ids = all.map(({ hold }) => hold.id);
  const each = (of: (ended: (typeof all)[number]) => string | null, type: 'text' | 'uuid' | 'bigint') =>
    valueOfEach(
      'h.id',
      all.map((one) => ({ id: one.hold.id, value: of(one) })),
      type,
    );
  const { rows } = await sql`
    update holds h
    set status = ${each(({ status }) => status, 'text')},
      captured_cents = ${each(({ capturedCents }) => String(capturedCents), 'bigint')},
      ended_at = statement_moment(),
      ended_by_kind = ${each(({ by }) => by.kind, 'text')},
      ended_by = ${each(({ by }) => ('id' in by ? by.id : null), 'uuid')},
      ended_reason = ${each(({ by }) => ('reason' in by ? (by.reason ?? null) : null), 'text')}
    where ${isAnyOf('h.id', ids, 'uuid')} and h.status = 'OPEN'
    returning h.id`.execute(tx);
  if (rows.length < all.length) throw new Error(`one of the holds ${ids.join()} was ended twice`);
}

/** Inserts the redemptions of captured holds. */
export async function insertRedemptions(
  tx: Transaction,
  all: (Ended & { balanceAfterCents: bigint })[],
): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ hold, capturedCents, balanceAfterCents, by }) => ({
    id: hold.id,
    voucher_id: hold.voucherId,
    merchant_id: hold.merchantId,
    amount_cents: capturedCents,
    balance_after_cents: balanceAfterCents,
    recipient_name: hold.recipientName,
    place_id: hold.placeId,
    till: hold.till,
    reference: hold.reference,
    channel: by.kind === 'member' ? ('portal' as const) : ('api' as const),
    staff_id: by.kind === 'member' ? by.id : null,
    key_id: by.kind === 'api' ? by.keyId : null,
  }));
  await insertingRows(tx, 'redemptions', rows).execute();
}

/** Lists open holds that have expired, or whose merchant is closed and so can no longer capture them. */
export async function listHoldsToEnd(
  db: Db,
  { limit, except }: Page,
): Promise<{ holdId: string; isPastEnd: boolean }[]> {
  const { rows } = await sql<{ holdId: string; isPastEnd: boolean }>`
    select id as "holdId", expires_at <= moment() as "isPastEnd"
    from (
      (select id, expires_at from holds
        where status = 'OPEN' and expires_at <= moment() and id <> all(${except}::uuid[])
        order by expires_at limit ${limit})
      union
      (select h.id, h.expires_at from holds h join merchants m on m.id = h.merchant_id
        where h.status = 'OPEN' and m.status = 'INACTIVE' and h.id <> all(${except}::uuid[]) limit ${limit})
    ) h`.execute(db);
  return rows;
}

export async function listOpenHoldIds(db: Db, voucherId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from holds where voucher_id = ${voucherId} and status = 'OPEN' order by id`.execute(db);
  return rows.map(({ id }) => id);
}
