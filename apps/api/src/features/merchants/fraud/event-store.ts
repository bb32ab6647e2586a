import type { FraudOutcome } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

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

/** Finds an administrator by id, if their role may work on alerts and cases. */
export async function findWorker(
  tx: Transaction,
  administratorId: string,
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from administrators
    where id = ${administratorId} and status = 'ACTIVE' and role <> 'read-only'`.execute(tx);
  return rows[0];
}
