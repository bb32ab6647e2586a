import type { AlertKind } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';

/** A condition that needs an administrator now. */
export type Condition = {
  kind: AlertKind;
  /** Distinguishes conditions of one kind. */
  subject?: string;
  details: Record<string, string | number>;
};

export type AlertRow = Required<Condition> & {
  id: string;
  firstAt: Date;
  lastAt: Date;
  acknowledgedBy: string | null;
  resolvedAt: Date | null;
};

const ALERT = sql`
  a.id, a.kind, a.subject, a.details, a.first_at as "firstAt", a.last_at as "lastAt", s.name as "acknowledgedBy",
  a.resolved_at as "resolvedAt"`;
const FROM = sql`from alerts a left join administrators s on s.id = a.acknowledged_by`;

/** Raises an alert, or updates the open one. A condition has one alert from its first detection to its end. */
export async function raiseAlert(db: Db, { kind, subject = '', details }: Condition): Promise<void> {
  await sql`
    insert into alerts (id, kind, subject, details)
    values (${newId()}, ${kind}, ${subject}, ${JSON.stringify(details)}::jsonb)
    on conflict (kind, subject) where resolved_at is null
    do update set last_at = moment(), details = excluded.details`.execute(db);
}

/**
 * Resolves the open alerts of a kind.
 * @param kept subjects of this kind whose condition still exists
 */
export async function resolveAlerts(db: Db, kind: AlertKind, kept: readonly string[] = []): Promise<void> {
  await sql`
    update alerts set resolved_at = moment()
    where kind = ${kind} and resolved_at is null and not (subject = any(${kept}))`.execute(db);
}

/** Resolves the open alert of a kind about a subject. */
export async function resolveAlert(tx: Transaction, kind: AlertKind, subject: string): Promise<void> {
  await sql`
    update alerts set resolved_at = moment()
    where kind = ${kind} and subject = ${subject} and resolved_at is null`.execute(tx);
}

/** Resolves alerts about single events, which an administrator only has to see: once acknowledged, or after 30 days. */
export async function resolveOneOffAlerts(db: Db, kind: AlertKind): Promise<void> {
  await sql`
    update alerts set resolved_at = moment()
    where kind = ${kind} and resolved_at is null
      and (acknowledged_at is not null or last_at < moment() - interval '30 days')`.execute(db);
}

/** Lists open alerts: unacknowledged ones first, then the oldest. */
export async function listOpen(db: Db): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${ALERT} ${FROM} where a.resolved_at is null
    order by a.acknowledged_at is not null, a.first_at, a.id`.execute(db);
  return rows;
}

export async function listEnded(db: Db, limit: number): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${ALERT} ${FROM} where a.resolved_at > moment() - interval '7 days'
    order by a.resolved_at desc, a.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Marks an alert as acknowledged.
 * @returns the alert's kind; undefined when no such alert is open
 */
export async function setAcknowledged(
  tx: Transaction,
  id: string,
  by: string,
): Promise<AlertKind | undefined> {
  const { rows } = await sql<{ kind: AlertKind }>`
    update alerts set acknowledged_at = coalesce(acknowledged_at, moment()), acknowledged_by = coalesce(acknowledged_by, ${by})
    where id = ${id} and resolved_at is null
    returning kind`.execute(tx);
  return rows[0]?.kind;
}

/**
 * Claims alerts that were not mailed yet; claims none if a mail was sent within `quietMinutes`.
 * @param quietMinutes least time between two mails
 */
export async function claimForMail(tx: Transaction, quietMinutes: number): Promise<AlertRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('alerts'), 0)`.execute(tx);
  const { rows } = await sql<AlertRow>`
    with mailed as (
      update alerts set mailed_at = moment()
      where resolved_at is null and mailed_at is null and acknowledged_at is null
        and not exists (select from alerts where mailed_at > moment() - make_interval(mins => ${quietMinutes}))
      returning *
    )
    select ${ALERT} from mailed a left join administrators s on s.id = a.acknowledged_by order by a.first_at, a.id`.execute(
    tx,
  );
  return rows;
}

/**
 * Claims alerts to post to the operator's own system: alerts that are new, and posted alerts that were resolved since.
 */
export async function claimForPost(tx: Transaction): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    with told as (
      update alerts set posted_as = case when resolved_at is null then 'raised' else 'resolved' end
      where (resolved_at is null and posted_as is null) or (resolved_at is not null and posted_as = 'raised')
      returning *
    )
    select ${ALERT} from told a left join administrators s on s.id = a.acknowledged_by order by a.first_at, a.id`.execute(
    tx,
  );
  return rows;
}

/** Cases open for more than an hour, open requests, and serious fraud alerts that are unassigned for an hour. */
type Waiting = {
  reviews: number;
  oldestReviewAt: Date | null;
  approvals: number;
  approvalCents: bigint;
  oldestApprovalAt: Date | null;
  fraudAlerts: number;
  oldestFraudAlertAt: Date | null;
};

export async function readWaiting(db: Db): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select r.reviews, r.oldest as "oldestReviewAt", p.approvals, p.cents as "approvalCents",
      p.oldest as "oldestApprovalAt", f.alerts as "fraudAlerts", f.oldest as "oldestFraudAlertAt"
    from (
      select count(*)::int as reviews, min(raised_at) as oldest from reviews
      where resolved_at is null and raised_at < moment() - interval '1 hour'
    ) r, (
      select count(*)::int as approvals, coalesce(sum(amount_cents), 0)::bigint as cents, min(requested_at) as oldest
      from approvals where closed_as is null and expires_at > moment()
    ) p, (
      select count(*)::int as alerts, min(raised_at) as oldest from fraud_alerts
      where closed_at is null and assigned_to is null and severity = 'High'
        and raised_at < moment() - interval '1 hour'
    ) f`.execute(db);
  const [waiting] = rows;
  if (!waiting) throw new Error('the query returned no row');
  return waiting;
}
