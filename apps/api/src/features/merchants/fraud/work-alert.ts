import type { DeskAlertDetail, FraudOutcome } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { findWorker, lockAlert, setAssignee, setOutcome, type LockedAlert } from './event-store.ts';
import { readDeskAlert } from './fraud-desk.ts';
import { insertEvent } from './history-store.ts';

type Worked = { alertId: string; auditor: Auditor };

/**
 * Assigns an open alert to an administrator, or removes the assignment.
 * @throws Refusal not_found, fraud_alert_closed, fraud_alert_about_you, assignee_unsuitable
 */
export function assignAlert(
  db: Db,
  { administratorId, ...worked }: Worked & { administratorId: string | null },
): Promise<DeskAlertDetail> {
  return work(db, worked, async (tx, alert) => {
    if (alert.outcome !== null) throw new Refusal('fraud_alert_closed');
    if (alert.assignedTo === administratorId) return undefined;
    const assignee = administratorId === null ? undefined : await findWorker(tx, administratorId);
    // An alert about an administrator's actions cannot be assigned to that administrator.
    const isSuitable = administratorId === null || (assignee && administratorId !== alert.administratorId);
    if (!isSuitable) throw new Refusal('assignee_unsuitable');
    await setAssignee(tx, worked.alertId, administratorId);
    await insertEvent(tx, {
      ...eventOf(worked),
      kind: administratorId === null ? 'unassigned' : 'assigned',
      assignedTo: administratorId ?? undefined,
    });
    return {
      action: 'fraud-alert.assigned',
      before: { assignedTo: alert.assignedTo },
      after: { assignedTo: administratorId },
    };
  });
}

/**
 * Adds a note to an alert, open or closed.
 * @param noteId chosen by the caller, so that a repeated request adds no second note
 * @throws Refusal not_found, fraud_alert_about_you
 */
export function addNote(
  db: Db,
  { noteId, text, ...worked }: Worked & { noteId: string; text: string },
): Promise<DeskAlertDetail> {
  return work(db, worked, async (tx) => {
    const isNew = await insertEvent(tx, { ...eventOf(worked), id: noteId, kind: 'note', text });
    return isNew ? { action: 'fraud-alert.noted', after: { noteId } } : undefined;
  });
}

/**
 * Closes an alert with an outcome.
 * @throws Refusal not_found, fraud_alert_closed, fraud_alert_about_you
 */
export function closeAlert(
  db: Db,
  { outcome, reason, ...worked }: Worked & { outcome: FraudOutcome; reason: string },
): Promise<DeskAlertDetail> {
  return work(db, worked, async (tx, alert) => {
    const by = worked.auditor.administratorId;
    if (alert.outcome === outcome && alert.closedBy === by) return undefined;
    if (alert.outcome !== null) throw new Refusal('fraud_alert_closed');
    await setOutcome(tx, worked.alertId, { outcome, by });
    await insertEvent(tx, { ...eventOf(worked), kind: 'closed', outcome, text: reason });
    return { action: 'fraud-alert.closed', reason, after: { outcome } };
  });
}

/**
 * Reopens a closed alert for the same assignee.
 * @throws Refusal not_found, fraud_alert_open, fraud_alert_about_you
 */
export function reopenAlert(
  db: Db,
  { reason, ...worked }: Worked & { reason: string },
): Promise<DeskAlertDetail> {
  return work(db, worked, async (tx, alert) => {
    if (alert.outcome === null) throw new Refusal('fraud_alert_open');
    await setOutcome(tx, worked.alertId, undefined);
    await insertEvent(tx, { ...eventOf(worked), kind: 'reopened', text: reason });
    return { action: 'fraud-alert.reopened', reason, before: { outcome: alert.outcome } };
  });
}

/**
 * Closes the alerts among these that are open, in the transaction that closes their case. An alert about an
 * administrator is visible to that administrator, so the reason must not say that there is a case.
 */
export async function closeAlertsIn(
  tx: Transaction,
  { alertIds, outcome, auditor }: { alertIds: string[]; outcome: FraudOutcome; auditor: Auditor },
): Promise<void> {
  const reason = 'Closed with the other alerts about the same subject';
  const closed: string[] = [];
  for (const alertId of alertIds.toSorted()) {
    const alert = await lockAlert(tx, alertId);
    if (alert?.outcome !== null) continue;
    await setOutcome(tx, alertId, { outcome, by: auditor.administratorId });
    await insertEvent(tx, { ...eventOf({ alertId, auditor }), kind: 'closed', outcome, text: reason });
    closed.push(alertId);
  }
  // The audit log is locked last: a request that waits for it may hold the lock of an alert.
  for (const subjectId of closed) {
    const subject = { subjectKind: 'fraud-alert', subjectId };
    await recordAudit(tx, auditor, { action: 'fraud-alert.closed', ...subject, reason, after: { outcome } });
  }
}

type Done = Pick<Parameters<typeof recordAudit>[2], 'action' | 'reason' | 'before' | 'after'>;

/**
 * Runs an action on a locked alert and records it in the audit log.
 * @param act returns undefined if an earlier request already did it
 */
async function work(
  db: Db,
  { alertId, auditor }: Worked,
  act: (tx: Transaction, alert: LockedAlert) => Promise<Done | undefined>,
): Promise<DeskAlertDetail> {
  const { administratorId } = auditor;
  await inTransaction(db, async (tx) => {
    const alert = await lockAlert(tx, alertId);
    if (!alert) throw new Refusal('not_found');
    if (alert.administratorId === administratorId) throw new Refusal('fraud_alert_about_you');
    const done = await act(tx, alert);
    if (done) await recordAudit(tx, auditor, { ...done, subjectKind: 'fraud-alert', subjectId: alertId });
  });
  return readDeskAlert(db, { alertId, administratorId });
}

function eventOf({ alertId, auditor: { administratorId } }: Worked) {
  return { subjectId: alertId, administratorId };
}
