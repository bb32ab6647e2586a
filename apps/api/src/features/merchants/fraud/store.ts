import type { FraudSeverity } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { RETENTION } from '../../../platform/retention.ts';
import type { NewAlert } from './finding.ts';

/**
 * Inserts an alert per new finding. If the alert exists, updates it only while it is open and if it has become more
 * serious.
 * @returns the number of new alerts
 */
export async function insertAlerts(tx: Transaction, alerts: NewAlert[]): Promise<number> {
  if (alerts.length === 0) return 0;
  const column = (type: string, of: (alert: NewAlert) => string | null | undefined) =>
    sql`${alerts.map((one) => of(one) ?? null)}::${sql.raw(type)}[]`;
  const found = sql`unnest(
    ${column('uuid', () => newId())},
    ${column('uuid', ({ about }) => about.merchantId)},
    ${column('uuid', ({ about }) => about.userId)},
    ${column('uuid', ({ about }) => about.administratorId)},
    ${column('text', ({ rule }) => rule)},
    ${column('text', ({ severity }) => severity)},
    ${column('text', ({ subject }) => subject)},
    ${column('jsonb', ({ details }) => JSON.stringify(details))},
    ${column('jsonb', ({ concerns }) => JSON.stringify(concerns))},
    ${column('uuid', onlyRedemptionOf)},
    ${column('uuid', ({ placeId }) => placeId)}
  ) as f(id, merchant_id, user_id, administrator_id, rule, severity, subject, details, concerns, redemption_id, place_id)`;
  await sql`
    update fraud_alerts a set severity = f.severity, details = f.details, concerns = f.concerns, place_id = f.place_id
    from ${found}
    where a.rule = f.rule and a.subject = f.subject and a.closed_at is null
      and (a.merchant_id = f.merchant_id or (a.merchant_id is null and f.merchant_id is null))
      and ${rank('f')} > ${rank('a')}`.execute(tx);
  const { rows } = await sql`
    insert into fraud_alerts
      (id, merchant_id, user_id, administrator_id, rule, severity, subject, details, concerns, redemption_id, place_id)
    select * from ${found}
    on conflict do nothing
    returning 1`.execute(tx);
  return rows.length;
}

const rank = (alias: string) => sql.raw(`array_position(array['Low', 'Medium', 'High'], ${alias}.severity)`);

/** Returns the redemption of an alert whose rule judges single redemptions. */
function onlyRedemptionOf({ rule, concerns }: NewAlert): string | undefined {
  return rule === 'unusually_large' || rule === 'outside_opening_hours'
    ? concerns.redemptions?.[0]
    : undefined;
}

// A redemption's timestamp is the start of its transaction, but it becomes visible at the commit. So each run checks
// the last minute again. A repeated finding raises no second alert.
const OVERLAP = sql`interval '1 minute'`;

/**
 * Locks the end of the checked time, so that no two processes check the same events.
 * @returns undefined while another process holds the lock
 */
export async function lockFraudProgress(tx: Transaction): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`
    select checked_until - ${OVERLAP} as since from fraud_progress for update skip locked`.execute(tx);
  return rows[0]?.since;
}

export async function recordFraudProgress(tx: Transaction): Promise<void> {
  await sql`update fraud_progress set checked_until = moment()`.execute(tx);
}

/** Deletes rows that are too old for every rule and preview. */
export async function deleteOldFraudRows(db: Db): Promise<void> {
  await sql`
    delete from wrong_codes where at < moment() - ${RETENTION.wrong_codes.after}::interval`.execute(db);
  await sql`select delete_old_proven_phones()`.execute(db);
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
  /** Name of the place; null also if the merchant has had only one. */
  place: string | null;
  /** `raisedAt` with microseconds, which sort the list. */
  instant: string;
};

const alerts = sql`
  select a.id as "alertId", a.rule, a.severity, a.details, a.redemption_id as "redemptionId",
    a.raised_at as "raisedAt", a.acknowledged_at as "acknowledgedAt",
    case when a.acknowledged_by is not null then coalesce(ms.name, m.contact_name) end as "acknowledgedBy",
    case when exists (select from merchant_places o where o.merchant_id = a.merchant_id and o.id <> a.merchant_id)
      then p.name end as place,
    a.raised_at::text as instant
  from fraud_alerts a
  join merchants m on m.id = a.merchant_id
  left join merchant_places p on p.id = a.place_id
  left join merchant_staff ms on ms.id = a.acknowledged_by`;

/** A merchant, or one of its places: which alerts are read. */
export type AlertsOf = { merchantId: string; placeId: string | undefined };

const isOf = ({ merchantId, placeId }: AlertsOf) =>
  sql`a.merchant_id = ${merchantId} and ${placeId === undefined ? sql`true` : sql`a.place_id = ${placeId}`}`;

/** Lists alerts, newest first. */
export async function listAlerts(
  db: Db,
  of: AlertsOf,
  page: { isOpenOnly: boolean; after: Place | undefined; limit: number },
): Promise<AlertRow[]> {
  const { isOpenOnly, after, limit } = page;
  const { rows } = await sql<AlertRow>`
    ${alerts}
    where ${isOf(of)} and ${isOpenOnly ? sql`a.acknowledged_at is null` : sql`true`}
      and ${after ? sql`(a.raised_at, a.id) < (${after.instant}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by a.raised_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countOpenAlerts(db: Db, of: AlertsOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fraud_alerts a
    where ${isOf(of)} and a.acknowledged_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Acknowledges an alert. Keeps the first acknowledgement if there is one. */
export async function markAcknowledged(
  db: Db,
  { alertId, staffId, ...of }: AlertsOf & { alertId: string; staffId: string },
): Promise<void> {
  await sql`
    update fraud_alerts a set acknowledged_at = moment(), acknowledged_by = ${staffId}
    where ${isOf(of)} and a.id = ${alertId} and a.acknowledged_at is null`.execute(db);
}

export async function findAlert(db: Db, of: AlertsOf, alertId: string): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`${alerts} where ${isOf(of)} and a.id = ${alertId}`.execute(db);
  return rows[0];
}

/** Whether a shop has an alert of high severity that administrators have not closed. */
export async function hasSeriousAlert(db: Db, merchantId: string): Promise<boolean> {
  const { rows } = await sql`
    select from fraud_alerts
    where merchant_id = ${merchantId} and severity = 'High' and closed_at is null limit 1`.execute(db);
  return rows.length > 0;
}
