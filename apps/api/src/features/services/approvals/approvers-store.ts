import type { AdministratorRole } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/jobs/process-due-rows.ts';

type LockedApprover = { id: string; staffRole: AdministratorRole; status: 'ACTIVE' | 'DISABLED' };

export type Approver = { id: string; email: string; staffRole: AdministratorRole };

/**
 * Locks administrators. A transaction that disables a locked administrator or changes a role waits until the current
 * transaction ends.
 */
export async function lockApprovers(tx: Transaction, ids: readonly string[]): Promise<LockedApprover[]> {
  const { rows } = await sql<LockedApprover>`
    select id, role as "staffRole", status from lock_deciders(${ids}::uuid[])`.execute(tx);
  return rows;
}

/**
 * Finds all administrators whom the given administrator admitted, and all who admitted them, directly or through
 * others.
 */
export async function findRelated(db: Db, administratorId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id) as (
      select ${administratorId}::uuid
      union
      select a.admitted_by from above join administrator_admissions a on a.administrator_id = above.id
    ), below (id) as (
      select ${administratorId}::uuid
      union
      select a.administrator_id from below join administrator_admissions a on a.admitted_by = below.id
    )
    select id from above union select id from below`.execute(db);
  return new Set(rows.map(({ id }) => id).filter((id) => id !== administratorId));
}

/** Lists all administrators who may sign in, with their email addresses. */
export async function listActive(db: Db): Promise<Approver[]> {
  const { rows } = await sql<Approver>`
    select id, email, role as "staffRole" from administrators where status = 'ACTIVE' order by id`.execute(
    db,
  );
  return rows;
}

export type UnnotifiedRequest = {
  id: string;
  kind: string;
  summary: string;
  reason: string;
  /** The requester. Null if the product opened the request and no administrator has approved it yet. */
  requestedBy: string | null;
  requestedByName: string | null;
  /** Null if the request does not expire. */
  expiresAt: Date | null;
  isLapsing: boolean;
};

/**
 * Claims open requests whose approvers were not notified yet, or not reminded. Two workers never claim the same
 * request: a locked request is skipped until the next run.
 */
export async function claimUnnotifiedRequests(
  tx: Transaction,
  { remindHours, limit, except }: Page & { remindHours: number },
): Promise<UnnotifiedRequest[]> {
  const { rows } = await sql<UnnotifiedRequest>`
    with due as (
      select id, expires_at <= moment() + make_interval(hours => ${remindHours}) as is_lapsing from approvals
      where closed_as is null and expires_at > moment() and id <> all(${except}::uuid[])
        and (approvers_notified_at is null
          or (approvers_reminded_at is null and expires_at <= moment() + make_interval(hours => ${remindHours})))
      order by expires_at limit ${limit} for update skip locked
    ), told as (
      update approvals p set
        approvers_notified_at = coalesce(p.approvers_notified_at, moment()),
        approvers_reminded_at = case when due.is_lapsing then moment() end
      from due where p.id = due.id
      returning p.*, due.is_lapsing
    )
    select t.id, t.kind, t.summary, t.reason, t.requested_by as "requestedBy", a.name as "requestedByName",
      nullif(t.expires_at, 'infinity') as "expiresAt", t.is_lapsing as "isLapsing"
    from told t left join administrators a on a.id = t.requested_by order by t.expires_at, t.id`.execute(tx);
  return rows;
}

export type Ended = {
  id: string;
  summary: string;
  closedAs: 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'OUTDATED';
  closedByName: string | null;
  /** The approver's reason. */
  reason: string | null;
  /** The requester's email address; null if the requester is disabled or has closed the request. */
  email: string | null;
};

/** Claims closed requests, so that each requester is notified once. */
export async function claimClosedRequests(tx: Transaction, { limit, except }: Page): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with told as (
      update approvals set requester_notified_at = moment()
      where id in (
        select id from approvals
        where closed_as is not null and requester_notified_at is null and id <> all(${except}::uuid[])
        order by closed_at limit ${limit} for update skip locked
      )
      returning *
    )
    select t.id, t.summary, t.closed_as as "closedAs", decider.name as "closedByName", t.closed_reason as reason,
      requester.email
    from told t
    left join administrators decider on decider.id = t.closed_by
    left join administrators requester
      on requester.id = t.requested_by and requester.status = 'ACTIVE' and requester.id is distinct from t.closed_by
    order by t.closed_at, t.id`.execute(tx);
  return rows;
}
