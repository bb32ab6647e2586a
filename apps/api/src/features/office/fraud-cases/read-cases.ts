import {
  MOST_COUNTED,
  type FraudCase,
  type FraudCaseDetail,
  type FraudCaseEvent,
  type HandlerAnswer,
  type HandlerInput,
  type listFraudCases,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  findEventText,
  listEvents,
  readDeskAlerts,
  subjectOf,
  type History,
} from '../../merchants/fraud/index.ts';
import { listReports } from './report-store.ts';
import { countCaseRows, findCaseRow, listAlertIds, listCaseRows, type CaseRow } from './store.ts';

export const CASE_HISTORY: History = { table: 'fraud_case_events', subject: 'case_id' };

type Query = HandlerInput<typeof listFraudCases>['query'] & { readerId: string };

/**
 * Lists one page of cases, newest first, without cases about the reader.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function pageOfCases(
  db: Db,
  { cursor, limit, ...query }: Query,
): Promise<HandlerAnswer<typeof listFraudCases>> {
  const after = parseCursor(cursor);
  const [found, count] = await Promise.all([
    listCaseRows(db, query, { after, limit: limit + 1 }),
    countCaseRows(db, query),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    cases: shown.map(describeCase),
    nextCursor,
    total: { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED },
  };
}

/**
 * Reads one case with its alerts, reports and history; contacts in their texts are masked.
 * @throws Refusal not_found, also if the case is about the reader
 */
export async function readCase(db: Db, of: { caseId: string; readerId: string }): Promise<FraudCaseDetail> {
  const row = await findCaseRow(db, of);
  if (!row) throw new Refusal('not_found');
  const alertIds = await listAlertIds(db, of.caseId);
  const [alerts, reports, events] = await Promise.all([
    readDeskAlerts(db, alertIds),
    listReports(db, of.caseId),
    listEvents<FraudCaseEvent['kind']>(db, of.caseId, CASE_HISTORY),
  ]);
  return {
    ...describeCase(row),
    alerts,
    reports: reports.map((report) => ({ ...report, grounds: maskContacts(report.grounds) })),
    events,
  };
}

/**
 * Finds the text of an entry of a case's history, or the grounds of one of its reports, in full.
 * @returns undefined also if the case is about the reader
 */
export async function findCaseText(
  db: Db,
  { entryId, ...of }: { caseId: string; entryId: string; readerId: string },
): Promise<{ label: 'Note' | 'Grounds'; text: string } | undefined> {
  if (!(await findCaseRow(db, of))) return undefined;
  const text = await findEventText(db, { subjectId: of.caseId, eventId: entryId }, CASE_HISTORY);
  if (text !== undefined) return { label: 'Note', text };
  const report = (await listReports(db, of.caseId)).find(({ reportId }) => reportId === entryId);
  return report && { label: 'Grounds', text: report.grounds };
}

function describeCase(row: CaseRow): FraudCase {
  const { assignedToId, assignedTo, outcome, closedAt, closedBy } = row;
  return {
    caseId: row.caseId,
    number: row.number,
    status: row.status,
    about: subjectOf(row),
    openedAt: row.openedAt.toISOString(),
    openedBy: row.openedBy,
    assignedTo:
      assignedToId !== null && assignedTo !== null
        ? { administratorId: assignedToId, name: assignedTo }
        : undefined,
    alertCount: row.alertCount,
    closed:
      outcome !== null && closedAt !== null && closedBy !== null
        ? { outcome, at: closedAt.toISOString(), by: closedBy }
        : undefined,
  };
}
