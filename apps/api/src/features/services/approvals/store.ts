import {
  centsOf,
  type ApprovalFilters,
  type ApprovalKind,
  type ApprovalRule,
  type ApprovalStatus,
} from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/jobs/process-due-rows.ts';
import type { Auditor } from '../audit/index.ts';

const LASTS_HOURS = 72;

/** A request by one administrator that another administrator has to approve. */
export type ApprovalRequest = {
  /** Generated before the transaction begins, so that a retry of the transaction stores the same request. */
  id: string;
  kind: ApprovalKind;
  subjectKind: string;
  subjectId: string;
  /** The effect in one sentence, for the approver. */
  summary: string;
  amountCents: bigint;
  /** The payment method, if it can change before the approval. */
  way?: string | undefined;
  /** Why the request needs a second administrator. */
  rule: ApprovalRule;
  reason: string;
  /** JSON that the action's schema parses; never a secret. */
  input: unknown;
  auditor: Auditor;
};

/**
 * A request that the product opens. The first administrator who approves it becomes its requester. It does not expire.
 */
export type OpenedRequest = Pick<
  ApprovalRequest,
  'id' | 'kind' | 'subjectKind' | 'subjectId' | 'summary' | 'reason' | 'input'
>;

export type Lapsed = { id: string; kind: string; input: unknown };

/** Closes an expired request about the same subject, because only one request of a kind may be open. */
export async function closeExpired(
  tx: Transaction,
  { kind, subjectId }: Pick<ApprovalRequest, 'kind' | 'subjectId'>,
): Promise<Lapsed[]> {
  const { rows } = await sql<Lapsed>`
    update approvals set closed_as = 'EXPIRED', closed_at = expires_at
    where kind = ${kind} and subject_id = ${subjectId} and closed_as is null and expires_at <= moment()
    returning id, kind, input`.execute(tx);
  return rows;
}

/** Whether a request of any kind about the same subject is open. */
export async function isAnyOpen(
  tx: Transaction,
  { subjectKind, subjectId }: Pick<ApprovalRequest, 'subjectKind' | 'subjectId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from approvals
    where subject_kind = ${subjectKind} and subject_id = ${subjectId} and closed_as is null and expires_at > moment()
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Closes the request that expired first; skips a request that another transaction is deciding. */
export async function closeNextExpired(tx: Transaction, { except }: Pick<Page, 'except'>): Promise<Lapsed[]> {
  const { rows } = await sql<Lapsed>`
    update approvals set closed_as = 'EXPIRED', closed_at = expires_at
    where id = (
      select id from approvals
      where closed_as is null and expires_at <= moment() and id <> all(${except}::uuid[])
      order by expires_at limit 1 for update skip locked
    )
    returning id, kind, input`.execute(tx);
  return rows;
}

/**
 * Inserts a request that the product opens. Replaces an open request about the same subject; a first approval of the
 * replaced request no longer counts.
 */
export async function insertOpened(tx: Transaction, request: OpenedRequest): Promise<void> {
  const { id, kind, subjectKind, subjectId, summary, reason, input } = request;
  await closeReplaced(tx, request, 'A newer one has replaced it');
  await sql`
    insert into approvals (
      id, kind, subject_kind, subject_id, summary, amount_cents, reason, input, expires_at, because
    ) values (
      ${id}, ${kind}, ${subjectKind}, ${subjectId}, ${summary}, 0, ${reason}, ${JSON.stringify(input)}::jsonb,
      'infinity', 'always'
    )`.execute(tx);
}

/** Closes open requests about a subject, because they can no longer be approved. */
export async function closeReplaced(
  tx: Transaction,
  { kind, subjectId }: Pick<ApprovalRequest, 'kind' | 'subjectId'>,
  reason: string,
): Promise<void> {
  await sql`
    update approvals set closed_as = 'OUTDATED', closed_at = moment(), closed_reason = ${reason}
    where kind = ${kind} and subject_id = ${subjectId} and closed_as is null`.execute(tx);
}

/** Records the first approval of a product's request; returns false if there was one, or if the request is closed. */
export async function approveFirst(tx: Transaction, id: string, administratorId: string): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    select approve_first(${id}, ${administratorId}) as "isFirst"`.execute(tx);
  return rows[0]?.isFirst ?? false;
}

/** Inserts a request; returns false when the same request is open already. */
export async function insertRequest(tx: Transaction, request: ApprovalRequest): Promise<boolean> {
  const { rows } = await sql`
    insert into approvals (
      id, kind, subject_kind, subject_id, summary, amount_cents, way, reason, input, requested_by, expires_at,
      because, from_cents, done_alone_cents
    ) values (
      ${request.id}, ${request.kind}, ${request.subjectKind}, ${request.subjectId}, ${request.summary},
      ${request.amountCents}, ${request.way ?? null}, ${request.reason}, ${JSON.stringify(request.input)}::jsonb,
      ${request.auditor.administratorId}, moment() + make_interval(hours => ${LASTS_HOURS}),
      ${request.rule.because}, ${centsOf(request.rule.from)}, ${centsOf(request.rule.doneAlone)}
    )
    on conflict (kind, subject_id) where closed_as is null do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

export type RequestRecord = {
  id: string;
  kind: string;
  subjectKind: string;
  subjectId: string;
  summary: string;
  amountCents: bigint;
  way: string | null;
  because: 'always' | 'amount' | 'day' | 'month' | 'role' | null;
  reason: string;
  input: unknown;
  /** The requester. Null if the product opened the request and no administrator has approved it yet. */
  requestedBy: string | null;
  isExpired: boolean;
  closedAs: 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'OUTDATED' | null;
  closedBy: string | null;
};

const REQUEST = sql`
  select id, kind, subject_kind as "subjectKind", subject_id as "subjectId", summary,
    amount_cents as "amountCents", way, because, reason, input,
    requested_by as "requestedBy", expires_at <= moment() as "isExpired", closed_as as "closedAs",
    closed_by as "closedBy"
  from approvals`;

/** Locks a request. Every approval and rejection is made under this lock. */
export async function lockRequest(tx: Transaction, id: string): Promise<RequestRecord | undefined> {
  const { rows } = await sql<RequestRecord>`${REQUEST} where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Reads a request without a lock, for previews. */
export async function findRequest(db: Db, id: string): Promise<RequestRecord | undefined> {
  const { rows } = await sql<RequestRecord>`${REQUEST} where id = ${id}`.execute(db);
  return rows[0];
}

export async function closeRequest(
  tx: Transaction,
  id: string,
  closed: { as: 'APPROVED' | 'REJECTED'; by: string; reason: string },
): Promise<void> {
  await sql`
    update approvals set closed_as = ${closed.as}, closed_by = ${closed.by}, closed_at = moment(),
      closed_reason = ${closed.reason}
    where id = ${id}`.execute(tx);
}

/** Closes a request whose amount or payment method has changed. The attempt to approve it had no other effect. */
export async function closeOutdated(tx: Transaction, id: string, now: string): Promise<void> {
  await sql`
    update approvals set closed_as = 'OUTDATED', closed_at = moment(), closed_reason = ${now}
    where id = ${id}`.execute(tx);
}

export type ApprovalRow = Omit<RequestRecord, 'input' | 'isExpired' | 'closedAs' | 'closedBy'> & {
  status: ApprovalStatus;
  requestedAt: Date;
  requestedByName: string | null;
  /** Null if the request does not expire. */
  expiresAt: Date | null;
  merchantCode: string | null;
  fromCents: bigint | null;
  doneAloneCents: bigint | null;
  closedByName: string | null;
  closedAt: Date | null;
  closedReason: string | null;
};

const STATUS = sql<ApprovalStatus>`
  case when closed_as = 'APPROVED' then 'Approved' when closed_as = 'REJECTED' then 'Rejected'
    when closed_as = 'OUTDATED' then 'Outdated'
    when closed_as = 'EXPIRED' or expires_at <= moment() then 'Expired' else 'Open' end`;

/** Lists requests, newest first, each with the cursor of the next page. */
export async function listRows(
  db: Db,
  filters: ApprovalFilters,
  page: { after: Place | undefined; limit: number },
): Promise<(ApprovalRow & { place: Place })[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (filters.kind) conditions.push(sql`p.kind = ${filters.kind}`);
  if (filters.subjectId) conditions.push(sql`subject_id = ${filters.subjectId}`);
  if (filters.status === 'Open') conditions.push(sql`closed_as is null`);
  if (filters.status) conditions.push(sql`${STATUS} = ${filters.status}`);
  if (page.after) {
    conditions.push(sql`(requested_at, p.id) < (${page.after.instant}::timestamptz, ${page.after.id}::uuid)`);
  }
  const rows = await select(db, sql`${sql.join(conditions, sql` and `)}`, page.limit);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}

export async function findApproval(db: Db, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await select(db, sql`p.id = ${id}`, 1);
  return row;
}

async function select(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<(ApprovalRow & { instant: string })[]> {
  const { rows } = await sql<ApprovalRow & { instant: string }>`
    select p.id, p.kind, subject_kind as "subjectKind", subject_id as "subjectId", summary,
      amount_cents as "amountCents", way, p.reason, ${STATUS} as status, requested_by as "requestedBy",
      maker.name as "requestedByName", requested_at as "requestedAt", nullif(expires_at, 'infinity') as "expiresAt",
      checker.name as "closedByName", closed_at as "closedAt", closed_reason as "closedReason",
      m.merchant_code as "merchantCode", because, from_cents as "fromCents", done_alone_cents as "doneAloneCents",
      requested_at::text as instant
    from approvals p
    left join merchants m on m.id = (p.input->>'merchantId')::uuid
    left join administrators maker on maker.id = p.requested_by
    left join administrators checker on checker.id = p.closed_by
    where ${condition}
    order by requested_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Counts open requests, with the time of the oldest. */
export async function countOpen(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(requested_at) as "oldestAt" from approvals
    where closed_as is null and expires_at > moment()`.execute(db);
  return rows[0] ?? { count: 0, oldestAt: null };
}
