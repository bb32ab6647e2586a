import {
  MOST_COUNTED,
  type FraudCaseFilters,
  type FraudCaseStatus,
  type FraudOutcome,
} from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { SubjectRow } from '../../merchants/fraud/index.ts';
import type { CaseSubject, IdentityFact } from './subject-store.ts';

export type CaseRow = SubjectRow & {
  caseId: string;
  number: number;
  status: FraudCaseStatus;
  openedAt: Date;
  openedBy: string;
  assignedToId: string | null;
  assignedTo: string | null;
  alertCount: number;
  outcome: FraudOutcome | null;
  closedAt: Date | null;
  closedBy: string | null;
};

/** Filters of the list of cases. `administratorId`: cases about this administrator. `readerId`: who reads the list. */
export type CaseQuery = FraudCaseFilters & { caseId?: string; readerId: string };

/**
 * SQL condition: alert `a` is in case `c`. An open case has all alerts about its subject that are in no closed case, so
 * that a new alert joins it without a job.
 */
const isInCase = sql`(
  a.id in (select alert_id from fraud_case_alerts where case_id = c.id)
  or (
    c.closed_at is null
    and (a.merchant_id = c.merchant_id or a.user_id = c.user_id or a.administrator_id = c.administrator_id)
    and not exists (select from fraud_case_alerts other where other.alert_id = a.id)
  )
)`;

const status = sql`
  case when c.closed_at is not null then 'closed' when c.reported_at is not null then 'reported' else 'open' end`;

const subjects = sql`
  left join merchants m on m.id = c.merchant_id
  left join users u on u.id = c.user_id
  left join administrators ad on ad.id = c.administrator_id`;

/** Lists cases, newest first, each with a cursor for the next page. */
export async function listCaseRows(
  db: Db,
  query: CaseQuery,
  { after, limit }: { after?: Place | undefined; limit: number },
): Promise<(CaseRow & { place: Place })[]> {
  const isAfter = after
    ? sql`(c.opened_at, c.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<CaseRow & { instant: string }>`
    select c.id as "caseId", c.number, ${status} as status, c.opened_at as "openedAt", c.opened_at::text as instant,
      opener.name as "openedBy", c.assigned_to as "assignedToId", assignee.name as "assignedTo",
      (select count(*)::int from fraud_alerts a where ${isInCase}) as "alertCount",
      c.outcome, c.closed_at as "closedAt", closer.name as "closedBy",
      c.merchant_id as "merchantId", m.merchant_code as "merchantCode", m.status as "merchantStatus",
      c.user_id as "userId", u.status as "userStatus", c.administrator_id as "administratorId", ${name} as name
    from fraud_cases c ${subjects}
    join administrators opener on opener.id = c.opened_by
    left join administrators assignee on assignee.id = c.assigned_to
    left join administrators closer on closer.id = c.closed_by
    where ${conditionOf(query)} and ${isAfter}
    order by c.opened_at desc, c.id desc limit ${limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.caseId } }));
}

/** The name when the case was opened: a deleted account has lost it. */
const name = sql`coalesce(c.identity -> 0 ->> 'value', m.business_name, ad.name, '')`;

/**
 * Counts cases.
 * @returns the number, at most `MOST_COUNTED` + 1
 */
export async function countCaseRows(db: Db, query: CaseQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from fraud_cases c ${subjects} where ${conditionOf(query)} limit ${MOST_COUNTED + 1}
    ) c`.execute(db);
  return rows[0]?.count ?? 0;
}

/** @returns undefined also if the case is about the reader */
export async function findCaseRow(
  db: Db,
  { caseId, readerId }: { caseId: string; readerId: string },
): Promise<CaseRow | undefined> {
  const [found] = await listCaseRows(db, { status: 'all', caseId, readerId }, { limit: 1 });
  return found;
}

function conditionOf(query: CaseQuery): RawBuilder<unknown> {
  const { readerId, caseId, assigned, merchantCode, userId, administratorId, search } = query;
  // An administrator may not learn of their own case.
  const conditions = [sql`c.administrator_id is distinct from ${readerId}::uuid`];
  if (query.status === 'unclosed') conditions.push(sql`c.closed_at is null`);
  else if (query.status !== 'all') conditions.push(sql`${status} = ${query.status}`);
  if (caseId) conditions.push(sql`c.id = ${caseId}`);
  if (assigned === 'me') conditions.push(sql`c.assigned_to = ${readerId}`);
  if (assigned === 'unassigned') conditions.push(sql`c.assigned_to is null`);
  if (merchantCode) conditions.push(sql`m.merchant_code = ${merchantCode}`);
  if (userId) conditions.push(sql`c.user_id = ${userId}`);
  if (administratorId) conditions.push(sql`c.administrator_id = ${administratorId}`);
  if (search) {
    const part = `%${search.trim().replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
    conditions.push(sql`(c.number::text = ${search.trim()} or ${name} ilike ${part})`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Lists the ids of the alerts in a case. */
export async function listAlertIds(db: Db, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from fraud_alerts a join fraud_cases c on c.id = ${caseId} where ${isInCase}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Inserts a case.
 * @returns its number; undefined if the subject has an open case, or a case with this id exists
 */
export async function insertCase(
  tx: Transaction,
  opened: { caseId: string; subject: CaseSubject; identity: IdentityFact[]; administratorId: string },
): Promise<number | undefined> {
  const { caseId, subject, identity, administratorId } = opened;
  const { rows } = await sql<{ number: number }>`
    insert into fraud_cases (id, merchant_id, user_id, administrator_id, identity, opened_by, assigned_to)
    values (${caseId}, ${subject.merchantId}, ${subject.userId}, ${subject.administratorId},
      ${JSON.stringify(identity)}::jsonb, ${administratorId}, ${administratorId})
    on conflict do nothing returning number`.execute(tx);
  return rows[0]?.number;
}

export type LockedCase = CaseSubject & {
  number: number;
  assignedTo: string | null;
  outcome: FraudOutcome | null;
  closedBy: string | null;
  identity: IdentityFact[];
};

/** Locks a case. Every change to a case needs this lock. */
export async function lockCase(tx: Transaction, caseId: string): Promise<LockedCase | undefined> {
  const { rows } = await sql<LockedCase>`
    select number, merchant_id as "merchantId", user_id as "userId", administrator_id as "administratorId",
      assigned_to as "assignedTo", outcome, closed_by as "closedBy", identity
    from fraud_cases where id = ${caseId} for update`.execute(tx);
  return rows[0];
}

export async function setAssignee(
  tx: Transaction,
  caseId: string,
  administratorId: string | null,
): Promise<void> {
  await sql`update fraud_cases set assigned_to = ${administratorId} where id = ${caseId}`.execute(tx);
}

/** Closes a case, which keeps its alerts. */
export async function setClosed(
  tx: Transaction,
  caseId: string,
  closed: { outcome: FraudOutcome; by: string; alertIds: string[] },
): Promise<void> {
  await sql`
    insert into fraud_case_alerts (case_id, alert_id) select ${caseId}, unnest(${closed.alertIds}::uuid[])
    on conflict do nothing`.execute(tx);
  await sql`
    update fraud_cases set outcome = ${closed.outcome}, closed_by = ${closed.by}, closed_at = moment()
    where id = ${caseId}`.execute(tx);
}

/** Reopens a case. Violates the index `fraud_cases_open` if the subject has another open case. */
export async function setReopened(tx: Transaction, caseId: string): Promise<void> {
  await sql`
    update fraud_cases set outcome = null, closed_by = null, closed_at = null where id = ${caseId}`.execute(
    tx,
  );
}
