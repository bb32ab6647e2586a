import {
  MOST_COUNTED,
  normaliseMsisdn,
  type DeskFilters,
  type FraudOutcome,
  type FraudSeverity,
  type ListedUser,
  type Merchant,
} from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import type { Concerns } from './finding.ts';

/** The merchant, consumer or administrator that an alert or a case is about. */
export type SubjectRow = {
  merchantId: string | null;
  merchantCode: string | null;
  merchantStatus: Merchant['status'] | null;
  userId: string | null;
  userStatus: ListedUser['status'] | null;
  administratorId: string | null;
  name: string;
};

export type DeskRow = SubjectRow & {
  alertId: string;
  rule: string;
  severity: FraudSeverity;
  details: unknown;
  concerns: unknown;
  raisedAt: Date;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  redemptionId: string | null;
  assignedToId: string | null;
  assignedTo: string | null;
  outcome: FraudOutcome | null;
  closedAt: Date | null;
  closedBy: string | null;
};

/** Filters of the list of alerts; `mine` selects alerts assigned to this administrator. */
export type DeskQuery = DeskFilters & { administratorId: string; alertIds?: string[] };

const people = sql`
  left join merchants m on m.id = a.merchant_id
  left join users u on u.id = a.user_id
  left join administrators ad on ad.id = a.administrator_id`;

/** Lists alerts, newest first, each with a cursor for the next page. */
export async function listDeskRows(
  db: Db,
  query: DeskQuery,
  page: { after?: Place | undefined; limit: number; isOldestFirst?: true },
): Promise<(DeskRow & { place: Place })[]> {
  const { after, limit, isOldestFirst } = page;
  const isAfter = after
    ? sql`(a.raised_at, a.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const order = isOldestFirst ? sql`a.raised_at, a.id` : sql`a.raised_at desc, a.id desc`;
  const { rows } = await sql<DeskRow & { instant: string }>`
    select a.id as "alertId", a.rule, a.severity, a.details, a.concerns, a.raised_at as "raisedAt",
      a.raised_at::text as instant, a.acknowledged_at as "acknowledgedAt",
      case when a.acknowledged_by is not null then coalesce(ms.name, m.contact_name) end as "acknowledgedBy",
      a.merchant_id as "merchantId", m.merchant_code as "merchantCode", a.user_id as "userId",
      a.administrator_id as "administratorId", a.redemption_id as "redemptionId",
      coalesce(m.business_name, u.first_name || ' ' || u.last_name, ad.name) as name,
      m.status as "merchantStatus", u.status as "userStatus",
      a.assigned_to as "assignedToId", assignee.name as "assignedTo",
      a.outcome, a.closed_at as "closedAt", closer.name as "closedBy"
    from fraud_alerts a ${people}
    left join merchant_staff ms on ms.id = a.acknowledged_by
    left join administrators assignee on assignee.id = a.assigned_to
    left join administrators closer on closer.id = a.closed_by
    where ${conditionOf(query)} and ${isAfter}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.alertId } }));
}

/**
 * Counts alerts.
 * @returns the number, at most `MOST_COUNTED` + 1
 */
export async function countDeskRows(db: Db, query: DeskQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from fraud_alerts a ${people} where ${conditionOf(query)} limit ${MOST_COUNTED + 1}
    ) a`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findDeskRow(db: Db, alertId: string): Promise<DeskRow | undefined> {
  const everything = { state: 'all', administratorId: alertId } as const;
  const [found] = await listDeskRows(db, { ...everything, alertIds: [alertId] }, { limit: 1 });
  return found;
}

function conditionOf(query: DeskQuery): RawBuilder<unknown> {
  const { state, severity, rule, outcome, assigned, merchantCode, userId, search, from, to, alertIds } =
    query;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (alertIds) conditions.push(sql`a.id = any(${alertIds}::uuid[])`);
  if (state !== 'all') conditions.push(sql`a.closed_at is ${state === 'open' ? sql`null` : sql`not null`}`);
  if (severity) conditions.push(sql`a.severity = ${severity}`);
  if (rule) conditions.push(sql`a.rule = ${rule}`);
  if (outcome) conditions.push(sql`a.outcome = ${outcome}`);
  if (assigned === 'me') conditions.push(sql`a.assigned_to = ${query.administratorId}`);
  if (assigned === 'unassigned') conditions.push(sql`a.assigned_to is null`);
  if (merchantCode) conditions.push(sql`m.merchant_code = upper(${merchantCode})`);
  if (userId) conditions.push(sql`a.user_id = ${userId}`);
  if (from) conditions.push(sql`a.raised_at >= ${beginningOfNairobiDay(from)}`);
  if (to) conditions.push(sql`a.raised_at < ${beginningOfNairobiDay(to)}::timestamptz + interval '1 day'`);
  if (search) conditions.push(searchCondition(search));
  return sql`${sql.join(conditions, sql` and `)}`;
}

function searchCondition(typed: string): RawBuilder<unknown> {
  const part = `%${typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  const msisdn = normaliseMsisdn(typed);
  return sql`(
    lower(m.merchant_code) like ${part} or ${isNamed(sql`m.business_name`, typed)}
    or ${isNamed(sql`u.first_name || ' ' || u.last_name`, typed)} or ${isNamed(sql`ad.name`, typed)}
    or u.phone_msisdn = ${msisdn ?? null}
  )`;
}

export type ConcernedRow = {
  type: 'Redemption' | 'Deposit' | 'Claim' | 'Refund' | 'Withdrawal';
  transactionId: string;
  name: string;
  merchantName: string | null;
  amountCents: bigint;
  at: Date;
  codeLastFour: string | null;
  isUndone: boolean;
};

/** Lists the transactions that raised an alert, newest first. */
export async function listConcerned(
  db: Db,
  { redemptions, purchases, claims, refunds, withdrawals }: Concerns,
): Promise<ConcernedRow[]> {
  const { rows } = await sql<ConcernedRow>`
    with concerned as materialized (
      select 'Redemption' as type, r.id, coalesce(nullif(r.recipient_name, ''), v.recipient_name, '') as name,
        r.merchant_id, null::uuid as user_id, r.amount_cents, r.redeemed_at as at, v.code_last_four,
        r.reversed_at is not null as is_undone
      from redemptions r left join vouchers v on v.id = r.voucher_id
      where r.id = any(${redemptions}::uuid[])
      union all
      select 'Deposit', p.id, g.recipient_name, null, null, g.amount_cents, p.completed_at, v.code_last_four,
        coalesce(v.closed_as in ('REFUNDED', 'VOIDED'), false)
      from purchases p join purchase_gifts g on g.home_id = p.home_id join vouchers v on v.id = g.voucher_id
      where p.id = any(${purchases}::uuid[])
      union all
      select 'Claim', c.id, v.sender_name, null, null, c.amount_cents, c.claimed_at, v.code_last_four, false
      from claims c join vouchers v on v.id = c.voucher_id
      where c.id = any(${claims}::uuid[])
      union all
      select 'Withdrawal', w.id, w.recipient_name, null, null, w.amount_cents, w.completed_at, null, false
      from withdrawals w
      where w.id = any(${withdrawals}::uuid[])
      union all
      select 'Refund', r.id, '', null, r.buyer_id, r.amount_cents, r.created_at, v.code_last_four, false
      from refunds r left join vouchers v on v.id = r.voucher_id
      where r.id = any(${refunds}::uuid[])
    )
    select c.type, c.id as "transactionId", coalesce(u.first_name || ' ' || u.last_name, c.name) as name,
      m.business_name as "merchantName", c.amount_cents as "amountCents", c.at, c.code_last_four as "codeLastFour",
      c.is_undone as "isUndone"
    from concerned c
    left join merchants m on m.id = c.merchant_id
    left join users u on u.id = c.user_id
    order by c.at desc, c.id`.execute(db);
  return rows;
}

type Account = Pick<ListedUser, 'userId' | 'status'> & { name: string };

export async function listAccounts(db: Db, { users }: Concerns): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select id as "userId", first_name || ' ' || last_name as name, status from users
    where id = any(${users}::uuid[]) order by created_at, id`.execute(db);
  return rows;
}

/** Lists the wrong codes that are still stored, newest first. */
export async function listWrongCodes(
  db: Db,
  { wrongCodes }: Concerns,
  merchantId: string | null,
): Promise<{ at: Date; by: string; address: string }[]> {
  const { rows } = await sql<{ at: Date; by: string; address: string }>`
    select w.at, w.address,
      case when w.key_id is not null then 'The API key “' || k.name || '”'
        when w.staff_id is null then 'The merchant API' else coalesce(ms.name, m.contact_name) end
        || case when w.merchant_id = ${merchantId} then '' else ', ' || m.business_name end as by
    from wrong_codes w
    join merchants m on m.id = w.merchant_id
    left join merchant_staff ms on ms.id = w.staff_id
    left join merchant_api_keys k on k.id = w.key_id
    where w.id = any(${wrongCodes}::uuid[]) order by w.at desc, w.id`.execute(db);
  return rows;
}

/** Counts other alerts about the same merchant or person. */
export async function countOthers(db: Db, alertId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fraud_alerts a join fraud_alerts b on b.id = ${alertId} and a.id <> b.id
      and (a.merchant_id = b.merchant_id or a.user_id = b.user_id or a.administrator_id = b.administrator_id)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function readCounts(
  db: Db,
  administratorId: string,
): Promise<{ open: number; unassigned: number; mine: number }> {
  const { rows } = await sql<{ open: number; unassigned: number; mine: number }>`
    select count(*)::int as open, count(*) filter (where assigned_to is null)::int as unassigned,
      count(*) filter (where assigned_to = ${administratorId})::int as mine
    from fraud_alerts where closed_at is null`.execute(db);
  return rows[0] ?? { open: 0, unassigned: 0, mine: 0 };
}

/** Reads the names of merchants, consumers and administrators by id. */
export async function readNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, business_name as name from merchants where id = any(${ids}::uuid[])
    union all
    select id, first_name || ' ' || last_name from users where id = any(${ids}::uuid[])
    union all
    select id, name from administrators where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
