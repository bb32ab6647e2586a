import type { FraudOutcome } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';

export type EventKind = 'note' | 'assigned' | 'unassigned' | 'closed' | 'reopened';

export type EventRow = {
  eventId: string;
  kind: EventKind;
  by: string;
  at: Date;
  assignedTo: string | null;
  outcome: FraudOutcome | null;
  text: string;
};

/** Lists the history of an alert, oldest first. */
export async function listEvents(db: Db, alertId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.id as "eventId", e.kind, a.name as by, e.at, assignee.name as "assignedTo", e.outcome, e.text
    from fraud_alert_events e
    join administrators a on a.id = e.administrator_id
    left join administrators assignee on assignee.id = e.assigned_to
    where e.alert_id = ${alertId} order by e.at, e.id`.execute(db);
  return rows;
}

export type LockedAlert = {
  administratorId: string | null;
  assignedTo: string | null;
  outcome: FraudOutcome | null;
  closedBy: string | null;
};

/** Locks an alert. Every change to an alert needs this lock. */
export async function lockAlert(tx: Transaction, alertId: string): Promise<LockedAlert | undefined> {
  const { rows } = await sql<LockedAlert>`
    select administrator_id as "administratorId", assigned_to as "assignedTo", outcome, closed_by as "closedBy"
    from fraud_alerts where id = ${alertId} for update`.execute(tx);
  return rows[0];
}

/**
 * Inserts an entry into an alert's history.
 * @returns false if an entry with this id exists
 */
export async function insertEvent(
  tx: Transaction,
  event: {
    alertId: string;
    id?: string;
    kind: EventKind;
    administratorId: string;
    assignedTo?: string;
    outcome?: FraudOutcome;
    text?: string;
  },
): Promise<boolean> {
  const { alertId, id = newId(), kind, administratorId, assignedTo, outcome, text = '' } = event;
  const { rows } = await sql`
    insert into fraud_alert_events (alert_id, id, kind, administrator_id, assigned_to, outcome, text)
    values (${alertId}, ${id}, ${kind}, ${administratorId}, ${assignedTo ?? null}, ${outcome ?? null}, ${text})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function setAssignee(
  tx: Transaction,
  alertId: string,
  administratorId: string | null,
): Promise<void> {
  await sql`update fraud_alerts set assigned_to = ${administratorId} where id = ${alertId}`.execute(tx);
}

/**
 * Closes or reopens an alert.
 * @param closed details of the outcome; undefined reopens the alert
 */
export async function setOutcome(
  tx: Transaction,
  alertId: string,
  closed: { outcome: FraudOutcome; by: string } | undefined,
): Promise<void> {
  await sql`
    update fraud_alerts set outcome = ${closed?.outcome ?? null}, closed_by = ${closed?.by ?? null},
      closed_at = ${closed ? sql`moment()` : sql`null`}
    where id = ${alertId}`.execute(tx);
}

/** Finds an administrator by id, if their role may work on alerts. */
export async function findWorker(
  tx: Transaction,
  administratorId: string,
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from administrators
    where id = ${administratorId} and status = 'ACTIVE' and role <> 'read-only'`.execute(tx);
  return rows[0];
}
