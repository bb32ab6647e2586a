import type { FraudCaseDetail, FraudCaseEvent, FraudOutcome } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { closeAlertsIn, findWorker, insertEvent } from '../../merchants/fraud/index.ts';
import { CASE_HISTORY, readCase } from './read-cases.ts';
import { listAlertIds, lockCase, setAssignee, setClosed, setReopened, type LockedCase } from './store.ts';

export type Worked = { caseId: string; auditor: Auditor };

/**
 * Assigns a case to an administrator, or removes the assignment.
 * @throws Refusal not_found, fraud_case_closed, assignee_unsuitable
 */
export function assignCase(
  db: Db,
  { administratorId, ...worked }: Worked & { administratorId: string | null },
): Promise<FraudCaseDetail> {
  return work(db, worked, async (tx, found) => {
    if (found.outcome !== null) throw new Refusal('fraud_case_closed');
    if (found.assignedTo === administratorId) return undefined;
    // A case about an administrator cannot be assigned to that administrator.
    const assignee =
      administratorId === null || administratorId === found.administratorId
        ? undefined
        : await findWorker(tx, administratorId);
    if (administratorId !== null && !assignee) throw new Refusal('assignee_unsuitable');
    await setAssignee(tx, worked.caseId, administratorId);
    await addEvent(tx, worked, {
      kind: administratorId === null ? 'unassigned' : 'assigned',
      assignedTo: administratorId ?? undefined,
    });
    return {
      action: 'fraud-case.assigned',
      before: { assignedTo: found.assignedTo },
      after: { assignedTo: administratorId },
    };
  });
}

/**
 * Adds a note to a case, open or closed.
 * @param noteId chosen by the caller, so that a repeated request adds no second note
 * @throws Refusal not_found
 */
export function addCaseNote(
  db: Db,
  { noteId, text, ...worked }: Worked & { noteId: string; text: string },
): Promise<FraudCaseDetail> {
  return work(db, worked, async (tx) => {
    const isNew = await addEvent(tx, worked, { id: noteId, kind: 'note', text });
    return isNew ? { action: 'fraud-case.noted', after: { noteId } } : undefined;
  });
}

/**
 * Closes a case and its open alerts with one outcome.
 * @throws Refusal not_found, fraud_case_closed
 */
export function closeCase(
  db: Db,
  { outcome, reason, ...worked }: Worked & { outcome: FraudOutcome; reason: string },
): Promise<FraudCaseDetail> {
  const { caseId, auditor } = worked;
  return work(db, worked, async (tx, found) => {
    const by = auditor.administratorId;
    if (found.outcome === outcome && found.closedBy === by) return undefined;
    if (found.outcome !== null) throw new Refusal('fraud_case_closed');
    const alertIds = await listAlertIds(tx, caseId);
    await setClosed(tx, caseId, { outcome, by, alertIds });
    await addEvent(tx, worked, { kind: 'closed', outcome, text: reason });
    await closeAlertsIn(tx, { alertIds, outcome, auditor });
    return { action: 'fraud-case.closed', reason, after: { outcome, alerts: alertIds } };
  });
}

/**
 * Reopens a closed case for the same assignee. Its alerts stay closed.
 * @throws Refusal not_found, fraud_case_open, fraud_case_exists if the subject has another open case
 */
export async function reopenCase(
  db: Db,
  { reason, ...worked }: Worked & { reason: string },
): Promise<FraudCaseDetail> {
  try {
    return await work(db, worked, async (tx, found) => {
      if (found.outcome === null) throw new Refusal('fraud_case_open');
      await setReopened(tx, worked.caseId);
      await addEvent(tx, worked, { kind: 'reopened', text: reason });
      return { action: 'fraud-case.reopened', reason, before: { outcome: found.outcome } };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'fraud_cases_open')) throw new Refusal('fraud_case_exists');
    throw error;
  }
}

type Done = Pick<Parameters<typeof recordAudit>[2], 'action' | 'reason' | 'before' | 'after'>;

/**
 * Runs an action on a locked case and records it in the audit log.
 * @param act returns undefined if an earlier request already did it
 * @throws Refusal not_found, also if the case is about the caller
 */
export async function work(
  db: Db,
  { caseId, auditor }: Worked,
  act: (tx: Transaction, found: LockedCase) => Promise<Done | undefined>,
): Promise<FraudCaseDetail> {
  const { administratorId } = auditor;
  await inTransaction(db, async (tx) => {
    const found = await requireCase(tx, { caseId, auditor });
    const done = await act(tx, found);
    if (done) await recordAudit(tx, auditor, { ...done, subjectKind: 'fraud-case', subjectId: caseId });
  });
  return readCase(db, { caseId, readerId: administratorId });
}

/**
 * Locks a case.
 * @throws Refusal not_found, also if the case is about the caller
 */
export async function requireCase(tx: Transaction, { caseId, auditor }: Worked): Promise<LockedCase> {
  const found = await lockCase(tx, caseId);
  if (!found || found.administratorId === auditor.administratorId) throw new Refusal('not_found');
  return found;
}

type CaseEvent = {
  id?: string;
  kind: FraudCaseEvent['kind'];
  assignedTo?: string | undefined;
  outcome?: FraudOutcome;
  text?: string;
};

/** @returns false if an event with this id exists */
export function addEvent(tx: Transaction, { caseId, auditor }: Worked, event: CaseEvent): Promise<boolean> {
  const { administratorId } = auditor;
  return insertEvent(tx, { subjectId: caseId, administratorId, ...event }, CASE_HISTORY);
}
