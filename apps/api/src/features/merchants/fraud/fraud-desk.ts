import {
  MOST_COUNTED,
  shillingsOf,
  type countDeskAlerts,
  type DeskAlert,
  type DeskAlertDetail,
  type FraudSubject,
  type HandlerAnswer,
  type HandlerInput,
  type listDeskAlerts,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage, pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  countDeskRows,
  countOthers,
  findDeskRow,
  listAccounts,
  listConcerned,
  listDeskRows,
  listWrongCodes,
  readCounts,
  type ConcernedRow,
  type DeskQuery,
  type DeskRow,
  type SubjectRow,
} from './desk-store.ts';
import { concerns, finding, sentenceFor } from './finding.ts';
import { listEvents } from './history-store.ts';

type Query = HandlerInput<typeof listDeskAlerts>['query'] & { administratorId: string };

/**
 * Lists one page of all alerts, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function pageOfDeskAlerts(
  db: Db,
  { cursor, limit, ...query }: Query,
): Promise<HandlerAnswer<typeof listDeskAlerts>> {
  const after = parseCursor(cursor);
  const [found, count] = await Promise.all([
    listDeskRows(db, query, { after, limit: limit + 1 }),
    countDeskRows(db, query),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    alerts: shown.map(describeDeskAlert),
    nextCursor,
    total: { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED },
  };
}

const COLUMNS: CsvColumn<DeskAlert>[] = [
  ['Alert ID', (alert) => alert.alertId],
  ['Raised (Nairobi)', (alert) => nairobiText(alert.raisedAt)],
  ['Severity', (alert) => alert.severity],
  ['Rule', (alert) => alert.rule],
  ['What happened', (alert) => alert.description],
  [
    'About',
    (alert) => ({ merchant: 'Merchant', user: 'User', administrator: 'Administrator' })[alert.about.kind],
  ],
  ['Name', (alert) => alert.about.name],
  ['Merchant code', ({ about }) => (about.kind === 'merchant' ? about.merchantCode : undefined)],
  ['User ID', ({ about }) => (about.kind === 'user' ? about.userId : undefined)],
  ['Assigned to', (alert) => alert.assignedTo?.name],
  ['Outcome', (alert) => alert.closed?.outcome],
  ['Closed (Nairobi)', ({ closed }) => closed && nairobiText(closed.at)],
  ['Closed by', (alert) => alert.closed?.by],
];

/** Writes the filtered alerts as a CSV file. */
export function deskAlertsCsv({ db, clock }: Pick<Deps, 'db' | 'clock'>, query: DeskQuery): FileAnswer {
  const pages = eachPage(
    (page) => listDeskRows(db, query, page),
    ({ place }) => place,
  );
  return csvFile(`fraud-alerts-${nairobiDay(clock.now())}`, COLUMNS, described(pages));
}

async function* described(pages: AsyncIterable<DeskRow[]>): AsyncGenerator<DeskAlert[]> {
  for await (const rows of pages) yield rows.map(describeDeskAlert);
}

function nairobiText(moment: string): string {
  const at = new Date(moment);
  return `${nairobiDay(at)} ${nairobiTime(at)}`;
}

/** Counts open alerts for the administrator's start page. */
export async function countAlerts(
  db: Db,
  administratorId: string,
): Promise<HandlerAnswer<typeof countDeskAlerts>> {
  const unassigned = { state: 'open', assigned: 'unassigned', administratorId } as const;
  const [counts, [oldest]] = await Promise.all([
    readCounts(db, administratorId),
    listDeskRows(db, unassigned, { limit: 1, isOldestFirst: true }),
  ]);
  return { ...counts, oldestUnassigned: oldest && describeDeskAlert(oldest) };
}

/**
 * Reads one alert with its transactions, accounts, wrong codes, history and related alerts.
 * @param administratorId the reader
 * @throws Refusal not_found
 */
export async function readDeskAlert(
  db: Db,
  { alertId, administratorId }: { alertId: string; administratorId: string },
): Promise<DeskAlertDetail> {
  const row = await findDeskRow(db, alertId);
  if (!row) throw new Refusal('not_found');
  const concerned = concerns.parse(row.concerns);
  // Older alerts have at most one redemption, in its own column instead of the list of ids.
  if (row.redemptionId !== null && concerned.redemptions.length === 0)
    concerned.redemptions.push(row.redemptionId);
  const [transactions, accounts, wrongCodes, events, otherAlerts] = await Promise.all([
    listConcerned(db, concerned),
    listAccounts(db, concerned),
    listWrongCodes(db, concerned, row.merchantId),
    listEvents(db, alertId),
    countOthers(db, alertId),
  ]);
  return {
    ...describeDeskAlert(row),
    transactions: transactions.map(describeConcerned),
    accounts,
    wrongCodes: wrongCodes.map(({ at, ...tried }) => ({ ...tried, at: at.toISOString() })),
    events,
    otherAlerts,
    mayWork: row.administratorId !== administratorId,
  };
}

/** Reads alerts by id, newest first, as the list shows them. */
export async function readDeskAlerts(db: Db, alertIds: string[]): Promise<DeskAlert[]> {
  const everything = { state: 'all', administratorId: '' } as const;
  const rows = await listDeskRows(db, { ...everything, alertIds }, { limit: alertIds.length });
  return rows.map(describeDeskAlert);
}

function describeDeskAlert(row: DeskRow): DeskAlert {
  const { rule, details, acknowledgedAt, acknowledgedBy, assignedToId, assignedTo } = row;
  const found = finding.parse({ rule, details });
  return {
    alertId: row.alertId,
    rule: found.rule,
    severity: row.severity,
    description: sentenceFor(found, 'administrator'),
    raisedAt: row.raisedAt.toISOString(),
    about: subjectOf(row),
    assignedTo:
      assignedToId !== null && assignedTo !== null
        ? { administratorId: assignedToId, name: assignedTo }
        : undefined,
    closed:
      row.outcome !== null && row.closedAt !== null && row.closedBy !== null
        ? { outcome: row.outcome, at: row.closedAt.toISOString(), by: row.closedBy }
        : undefined,
    acknowledged:
      acknowledgedAt && acknowledgedBy !== null
        ? { by: acknowledgedBy, at: acknowledgedAt.toISOString() }
        : undefined,
  };
}

export function subjectOf(row: SubjectRow): FraudSubject {
  const { merchantId, merchantCode, merchantStatus, userId, userStatus, administratorId, name } = row;
  if (merchantId !== null && merchantCode !== null && merchantStatus !== null) {
    return { kind: 'merchant', merchantId, merchantCode, name, status: merchantStatus };
  }
  if (userId !== null && userStatus !== null) return { kind: 'user', userId, name, status: userStatus };
  return { kind: 'administrator', administratorId: administratorId ?? '', name };
}

function describeConcerned(row: ConcernedRow): DeskAlertDetail['transactions'][number] {
  const { type, transactionId, name, isUndone } = row;
  return {
    type,
    transactionId,
    name,
    merchantName: row.merchantName ?? undefined,
    amount: shillingsOf(row.amountCents),
    at: row.at.toISOString(),
    codeLastFour: row.codeLastFour ?? undefined,
    isUndone,
  };
}
