import type { HoldObject } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import { cellOf } from '../../../platform/db/cells.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/jobs/work-off.ts';

export type HoldRow = {
  id: string;
  voucherId: string;
  merchantId: string;
  amountCents: bigint;
  capturedCents: bigint;
  status: HoldObject['status'];
  reference: string | null;
  recipientName: string;
  codeLastFour: string;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  /** By the database's clock, at the moment of the statement. */
  isPastEnd: boolean;
  /** Who has added what was free on the voucher to their wallet; null when it is unclaimed. */
  claimedBy: string | null;
  /** Of `createdAt`, with the microseconds that order the list. */
  instant: string;
};

/** Who has ended a hold: the merchant's own system or a member of its staff, an administrator, or the end of its time. */
export type EndedBy =
  /** With one of its API keys, of which the main one has the merchant's id. */
  | { kind: 'api'; keyId: string }
  | { kind: 'member'; id: string }
  | { kind: 'admin'; id: string; reason: string }
  | { kind: 'system'; reason?: string };

const holds = sql`
  select h.id, h.voucher_id as "voucherId", h.merchant_id as "merchantId", h.amount_cents as "amountCents",
    h.captured_cents as "capturedCents", h.status, h.reference, h.recipient_name as "recipientName",
    v.code_last_four as "codeLastFour", h.created_at as "createdAt", h.expires_at as "expiresAt",
    h.ended_at as "endedAt", h.expires_at <= statement_moment() as "isPastEnd",
    (select c.user_id from claims c where c.cell = h.cell and c.voucher_id = h.voucher_id) as "claimedBy", h.created_at::text as instant`;

/** @param of.merchantId when given, another merchant's hold is not found */
export async function findHold(
  db: Db,
  of: { holdId: string; merchantId?: string | undefined },
): Promise<HoldRow | undefined> {
  const isTheirs = of.merchantId === undefined ? sql`true` : sql`h.merchant_id = ${of.merchantId}`;
  const { rows } = await sql<HoldRow>`
    ${holds} from holds h join vouchers v on v.cell = h.cell and v.id = h.voucher_id
    where h.id = ${of.holdId} and ${isTheirs}`.execute(db);
  return rows[0];
}

type Filters = {
  status?: HoldObject['status'] | undefined;
  voucherId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Holds of a merchant, newest first. */
export async function findHolds(
  db: Db,
  page: { merchantId: string; filters: Filters; after: Place | undefined; limit: number },
): Promise<HoldRow[]> {
  const { merchantId, filters, after, limit } = page;
  const conditions = [sql`h.merchant_id = ${merchantId}`, ...conditionsOf(filters)];
  if (after) conditions.push(sql`(h.created_at, h.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  const { rows } = await sql<HoldRow>`
    ${holds} from holds h join vouchers v on v.cell = h.cell and v.id = h.voucher_id
    where ${sql.join(conditions, sql` and `)}
    order by h.created_at desc, h.id desc limit ${limit}`.execute(db);
  return rows;
}

function conditionsOf({ status, voucherId, from, to }: Filters): RawBuilder<unknown>[] {
  const conditions = [];
  // One that has reached its end is released within moments, and is never captured.
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

/** Whether a merchant may name a voucher by its id: it has made it, or redeemed or held some of it. */
export async function isKnownAt(
  db: Db,
  { merchantId, voucherId }: { merchantId: string; voucherId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from vouchers v
    where v.cell = ${cellOf(voucherId)} and v.id = ${voucherId} and (
      v.issuer_merchant_id = ${merchantId}
      or exists (select from redemptions r where r.cell = v.cell and r.voucher_id = v.id and r.merchant_id = ${merchantId})
      or exists (select from holds h where h.cell = v.cell and h.voucher_id = v.id and h.merchant_id = ${merchantId})
    )`.execute(db);
  return rows.length > 0;
}

/**
 * When a hold that begins now begins and ends, by the database's clock.
 * @param asked.mostMinutes a later end is not allowed
 * @param asked.latest the last moment of the voucher, at which the hold ends at the latest
 * @returns undefined for an end that is not allowed
 */
export async function timeOfHold(
  tx: Transaction,
  asked: { minutes: number; expiresAt: Date | undefined; mostMinutes: number; latest: Date },
): Promise<{ createdAt: Date; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ createdAt: Date; expiresAt: Date }>`
    select t.now as "createdAt", least(t.until, ${asked.latest}::timestamptz) as "expiresAt"
    from (
      select s.now, coalesce(${asked.expiresAt ?? null}::timestamptz,
        s.now + make_interval(mins => ${asked.minutes})) as until
      from (select date_trunc('milliseconds', statement_moment()) as now) s
    ) t
    where t.until > t.now and t.until <= t.now + make_interval(mins => ${asked.mostMinutes})`.execute(tx);
  return rows[0];
}

export async function insertHold(
  tx: Transaction,
  hold: {
    id: string;
    voucherId: string;
    merchantId: string;
    amountCents: bigint;
    reference: string | null;
    recipientName: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('holds')
    .values({
      id: hold.id,
      voucher_id: hold.voucherId,
      cell: cellOf(hold.voucherId),
      merchant_id: hold.merchantId,
      amount_cents: hold.amountCents,
      reference: hold.reference,
      recipient_name: hold.recipientName,
      created_at: hold.createdAt,
      expires_at: hold.expiresAt,
    })
    .execute();
}

/** The caller holds the lock of the voucher's balance. */
export async function endHold(
  tx: Transaction,
  ended: {
    voucherId: string;
    id: string;
    status: Exclude<HoldObject['status'], 'OPEN'>;
    capturedCents: bigint;
    by: EndedBy;
  },
): Promise<void> {
  const { by } = ended;
  const [id, reason] = ['id' in by ? by.id : null, 'reason' in by ? (by.reason ?? null) : null];
  const { rows } = await sql`
    update holds
    set status = ${ended.status}, captured_cents = ${ended.capturedCents}, ended_at = statement_moment(),
      ended_by_kind = ${by.kind}, ended_by = ${id}::uuid, ended_reason = ${reason}
    where cell = ${cellOf(ended.voucherId)} and voucher_id = ${ended.voucherId} and id = ${ended.id} and status = 'OPEN'
    returning id`.execute(tx);
  if (rows.length === 0) throw new Error(`hold ${ended.id} was ended twice`);
}

/** What a captured hold has become. */
export async function insertRedemption(
  tx: Transaction,
  {
    hold,
    amountCents,
    balanceAfterCents,
    by,
  }: {
    hold: Pick<HoldRow, 'id' | 'voucherId' | 'merchantId' | 'recipientName' | 'reference'>;
    amountCents: bigint;
    balanceAfterCents: bigint;
    by: EndedBy;
  },
): Promise<void> {
  const staffId = by.kind === 'member' ? by.id : null;
  const keyId = by.kind === 'api' ? by.keyId : null;
  await tx
    .insertInto('redemptions')
    .values({
      id: hold.id,
      voucher_id: hold.voucherId,
      cell: cellOf(hold.voucherId),
      merchant_id: hold.merchantId,
      amount_cents: amountCents,
      balance_after_cents: balanceAfterCents,
      recipient_name: hold.recipientName,
      reference: hold.reference,
      channel: staffId === null ? 'api' : 'portal',
      staff_id: staffId,
      key_id: keyId,
    })
    .execute();
}

/** Open holds whose time is over, or whose merchant is closed and can capture nothing any more. */
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
    select id from holds
    where cell = ${cellOf(voucherId)} and voucher_id = ${voucherId} and status = 'OPEN' order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
