import type { DayCloseFilters } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { OpenEntry } from './open-store.ts';
import type { Sums } from './open-day.ts';

/** A closed day. */
export type DayCloseRecord = Sums & {
  closeId: string;
  merchantId: string;
  number: number;
  staffId: string;
  businessName: string;
  closedBy: string;
  closedAt: Date;
  countedCents: bigint;
  note: string;
  confirmedBy: string | null;
  confirmedById: string | null;
  confirmedAt: Date | null;
  confirmedNote: string;
};

/** Closes of a merchant, or only the closes of one staff member or place. */
export type Whose = { merchantId: string; staffId?: string | undefined; placeId?: string | undefined };

const records = sql`
  select c.id as "closeId", c.merchant_id as "merchantId", c.number, c.staff_id as "staffId",
    m.business_name as "businessName", coalesce(s.name, m.contact_name) as "closedBy", c.closed_at as "closedAt",
    c.place_id as "placeId", p.name as place, c.till, c.since, c.redemptions, c.redeemed_cents as "redeemedCents",
    c.reversals, c.reversed_cents as "reversedCents", c.cash_cents as "cashCents", c.card_cents as "cardCents",
    c.mpesa_cents as "mpesaCents", c.counted_cents as "countedCents", c.note, c.confirmed_at as "confirmedAt",
    c.confirmed_by as "confirmedById", c.confirmed_note as "confirmedNote",
    case when o.id is not null then coalesce(o.name, m.contact_name) end as "confirmedBy"
  from day_closes c
  join merchants m on m.id = c.merchant_id
  join merchant_places p on p.id = c.place_id
  join merchant_staff s on s.id = c.staff_id
  left join merchant_staff o on o.id = c.confirmed_by`;

function isOf({ merchantId, staffId, placeId }: Whose): RawBuilder<unknown> {
  const conditions = [sql`c.merchant_id = ${merchantId}`];
  if (staffId !== undefined) conditions.push(sql`c.staff_id = ${staffId}`);
  if (placeId !== undefined) conditions.push(sql`c.place_id = ${placeId}`);
  return sql.join(conditions, sql` and `);
}

export async function findClose(db: Db, whose: Whose, closeId: string): Promise<DayCloseRecord | undefined> {
  const { rows } = await sql<DayCloseRecord>`
    ${records} where ${isOf(whose)} and c.id = ${closeId}`.execute(db);
  return rows[0];
}

/**
 * Lists closes, newest first.
 * @param page.after number of the last close on the page before
 */
export async function listCloses(
  db: Db,
  whose: Whose,
  { filters, after, limit }: { filters: DayCloseFilters; after: number | undefined; limit: number },
): Promise<DayCloseRecord[]> {
  const { placeId, staffId, from, to, state } = filters;
  const conditions = [isOf(whose)];
  const beginningOf = (of: string) => sql`(${of}::date::timestamp at time zone 'Africa/Nairobi')`;
  if (placeId) conditions.push(sql`c.place_id = ${placeId}`);
  if (staffId) conditions.push(sql`c.staff_id = ${staffId}`);
  if (from) conditions.push(sql`c.closed_at >= ${beginningOf(from)}`);
  if (to) conditions.push(sql`c.closed_at < ${beginningOf(to)} + interval '1 day'`);
  if (state === 'waiting') conditions.push(sql`c.confirmed_at is null`);
  if (state === 'confirmed') conditions.push(sql`c.confirmed_at is not null`);
  if (state === 'difference') conditions.push(sql`c.counted_cents <> c.cash_cents`);
  if (after !== undefined) conditions.push(sql`c.number < ${after}`);
  const { rows } = await sql<DayCloseRecord>`
    ${records} where ${sql.join(conditions, sql` and `)} order by c.number desc limit ${limit}`.execute(db);
  return rows;
}

/** Lists everybody who has closed a day, by name. */
export async function listClosers(db: Db, whose: Whose): Promise<{ staffId: string; name: string }[]> {
  const { rows } = await sql<{ staffId: string; name: string }>`
    select s.id as "staffId", coalesce(s.name, m.contact_name) as name
    from merchant_staff s join merchants m on m.id = s.merchant_id
    where s.merchant_id = ${whose.merchantId} and exists (
      select from day_closes c where ${isOf(whose)} and c.staff_id = s.id
    )
    order by lower(coalesce(s.name, m.contact_name)), s.id`.execute(db);
  return rows;
}

/** Counts the closes that wait for a confirmation. */
export async function countWaiting(db: Db, whose: Whose): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from day_closes c
    where ${isOf(whose)} and c.confirmed_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Stores a close under the merchant's next number. Lock the merchant first. */
export async function insertClose(
  tx: Transaction,
  close: {
    closeId: string;
    merchantId: string;
    staffId: string;
    sums: Sums;
    countedCents: bigint;
    note: string;
    entries: readonly OpenEntry[];
  },
): Promise<void> {
  const { closeId, merchantId, sums, entries } = close;
  await sql`
    insert into day_closes (
      id, merchant_id, number, staff_id, place_id, till, since, redemptions, redeemed_cents, reversals, reversed_cents,
      cash_cents, card_cents, mpesa_cents, counted_cents, note
    ) values (
      ${closeId}, ${merchantId},
      (select coalesce(max(number), 0) + 1 from day_closes where merchant_id = ${merchantId}), ${close.staffId},
      ${sums.placeId}, ${sums.till}, ${sums.since}, ${sums.redemptions}, ${sums.redeemedCents}, ${sums.reversals},
      ${sums.reversedCents}, ${sums.cashCents}, ${sums.cardCents}, ${sums.mpesaCents}, ${close.countedCents},
      ${close.note}
    )`.execute(tx);
  await sql`
    insert into day_close_entries (redemption_id, kind, close_id)
    select id, kind, ${closeId}::uuid
    from unnest(
      ${entries.map(({ redemptionId }) => redemptionId)}::uuid[], ${entries.map(({ kind }) => kind)}::text[]
    ) as entries (id, kind)`.execute(tx);
}

/**
 * Confirms a close.
 * @returns false if it is confirmed already
 */
export async function markConfirmed(
  tx: Transaction,
  { closeId, staffId, note }: { closeId: string; staffId: string; note: string },
): Promise<boolean> {
  const { rows } = await sql`
    update day_closes set confirmed_at = statement_moment(), confirmed_by = ${staffId}, confirmed_note = ${note}
    where id = ${closeId} and confirmed_at is null returning id`.execute(tx);
  return rows.length === 1;
}

/** Returns a function that says whether no other active owner or manager can confirm closes at a place. */
export async function readOnlyConfirmer(
  db: Db,
  { merchantId, staffId }: { merchantId: string; staffId: string },
): Promise<(placeId: string) => boolean> {
  const { rows } = await sql<{ placeId: string | null }>`
    select distinct place_id as "placeId" from merchant_staff
    where merchant_id = ${merchantId} and id <> ${staffId} and status = 'ACTIVE' and role in ('owner', 'manager')
    `.execute(db);
  // Without a place, a manager works at all of them.
  return (placeId) => !rows.some((other) => other.placeId === null || other.placeId === placeId);
}
