import type { FraudSeverity } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { NewAlert } from './finding.ts';

/** @returns how many of them are new; the others were raised before */
export async function insertAlerts(tx: Transaction, alerts: NewAlert[]): Promise<number> {
  if (alerts.length === 0) return 0;
  const { rows } = await sql`
    insert into fraud_alerts (merchant_id, id, rule, severity, subject, details, redemption_id)
    select * from unnest(
      ${alerts.map((one) => one.merchantId)}::uuid[],
      ${alerts.map(() => newId())}::uuid[],
      ${alerts.map((one) => one.rule)}::text[],
      ${alerts.map((one) => one.severity)}::text[],
      ${alerts.map((one) => one.subject)}::text[],
      ${alerts.map((one) => JSON.stringify(one.details))}::jsonb[],
      ${alerts.map((one) => one.redemptionId)}::uuid[]
    )
    on conflict (merchant_id, rule, subject) do nothing
    returning 1`.execute(tx);
  return rows.length;
}

export type AlertRow = {
  alertId: string;
  rule: string;
  severity: FraudSeverity;
  details: unknown;
  redemptionId: string | null;
  raisedAt: Date;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  /** Of `raisedAt`, with the microseconds that order the list. */
  instant: string;
};

const alerts = sql`
  select a.id as "alertId", a.rule, a.severity, a.details, a.redemption_id as "redemptionId",
    a.raised_at as "raisedAt", a.acknowledged_at as "acknowledgedAt",
    case when a.acknowledged_by is not null then coalesce(ms.name, m.contact_name) end as "acknowledgedBy",
    a.raised_at::text as instant
  from fraud_alerts a
  join merchants m on m.id = a.merchant_id
  left join merchant_staff ms on ms.id = a.acknowledged_by`;

/** Newest first. */
export async function listAlerts(
  db: Db,
  merchantId: string,
  page: { isOpenOnly: boolean; after: Place | undefined; limit: number },
): Promise<AlertRow[]> {
  const { isOpenOnly, after, limit } = page;
  const { rows } = await sql<AlertRow>`
    ${alerts}
    where a.merchant_id = ${merchantId} and ${isOpenOnly ? sql`a.acknowledged_at is null` : sql`true`}
      and ${after ? sql`(a.raised_at, a.id) < (${after.instant}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by a.raised_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countOpenAlerts(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fraud_alerts
    where merchant_id = ${merchantId} and acknowledged_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first acknowledgement of an alert stays. */
export async function markAcknowledged(
  db: Db,
  acknowledged: { merchantId: string; alertId: string; staffId: string },
): Promise<void> {
  await sql`
    update fraud_alerts set acknowledged_at = moment(), acknowledged_by = ${acknowledged.staffId}
    where merchant_id = ${acknowledged.merchantId} and id = ${acknowledged.alertId}
      and acknowledged_at is null`.execute(db);
}

export async function findAlert(db: Db, merchantId: string, alertId: string): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    ${alerts} where a.merchant_id = ${merchantId} and a.id = ${alertId}`.execute(db);
  return rows[0];
}
