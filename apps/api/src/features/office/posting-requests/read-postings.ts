import {
  type HandlerAnswer,
  type HandlerInput,
  type listPostingRequests as endpoint,
  type PostingFilters,
  type PostingRequest,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { csvFile, decimals, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage, pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { documentFile } from '../documents/index.ts';
import { TEMPLATE_WORDS } from './template-words.ts';
import { findRow, listRows, sumRows, type PostingRow } from './store.ts';

/**
 * Lists one page of postings, newest first, with the total of all pages.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listPostings(
  db: Db,
  { cursor, limit, ...filters }: HandlerInput<typeof endpoint>['query'],
): Promise<HandlerAnswer<typeof endpoint>> {
  const [found, total] = await Promise.all([
    listRows(db, filters, { after: parseCursor(cursor), limit: limit + 1 }),
    sumRows(db, filters),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    postings: shown.map(describe),
    nextCursor,
    total: { count: total.count, amountCents: Number(total.amountCents) },
  };
}

/** @throws Refusal not_found */
export async function readPosting(db: Db, postingId: string): Promise<PostingRequest> {
  const row = await findRow(db, postingId);
  if (!row) throw new Refusal('not_found');
  return describe(row);
}

/** Exports the filtered list as CSV. The audit log records the export. */
export async function exportPostings(
  deps: Pick<Deps, 'db' | 'clock'>,
  { filters, auditor }: { filters: PostingFilters; auditor: Auditor },
): Promise<FileAnswer> {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'postings.exported',
      subjectKind: 'posting',
      subjectId: 'list',
      after: Object.fromEntries(given),
    }),
  );
  const pages = eachPage(
    (page) => listRows(deps.db, filters, page),
    ({ place }) => place,
  );
  return csvFile(`postings-${nairobiDay(deps.clock.now())}`, COLUMNS, pages);
}

const COLUMNS: CsvColumn<PostingRow>[] = [
  ['Posting', ({ id }) => id],
  ['Date', ({ requestedAt }) => nairobiDay(requestedAt)],
  ['Time', ({ requestedAt }) => nairobiTime(requestedAt)],
  ['Template', ({ template }) => TEMPLATE_WORDS[template]],
  ['Amount (KES)', ({ amountCents }) => decimals(amountCents)],
  ['Payee', ({ payee }) => payee],
  ['Person', ({ userName }) => userName ?? undefined],
  ['Merchant', ({ merchantCode }) => merchantCode ?? undefined],
  ['Reference', ({ reference }) => reference ?? undefined],
  ['Reason', ({ reason }) => reason],
  ['Status', ({ status }) => status],
  ['Requested by', ({ requestedByName }) => requestedByName],
  ['Decided by', ({ decidedByName }) => decidedByName ?? undefined],
  ['Posted', ({ postedAt }) => (postedAt ? nairobiDay(postedAt) : undefined)],
  ['Bank’s reference', ({ settledReference }) => settledReference ?? undefined],
  ['Document SHA-256', ({ sha256 }) => sha256],
];

/**
 * Returns the document of a posting as a file. The audit log records who read it.
 * @throws Refusal not_found
 */
export async function readDocument(
  { db }: Pick<Deps, 'db'>,
  { postingId, auditor }: { postingId: string; auditor: Auditor },
): Promise<FileAnswer> {
  const { document } = await readPosting(db, postingId);
  return inTransaction(db, (tx) =>
    documentFile(tx, {
      documentId: document.documentId,
      fileName: `posting-${postingId.slice(0, 8)}`,
      action: 'posting.document-read',
      subjectKind: 'posting',
      subjectId: postingId,
      auditor,
    }),
  );
}

function describe(row: PostingRow): PostingRequest {
  const { id: postingId, template, payee, reason, status, approvalId } = row;
  const { userId, userName, merchantCode, businessName } = row;
  const { documentId, fileName, mediaType, bytes, sha256 } = row;
  return {
    postingId,
    template,
    amountCents: Number(row.amountCents),
    payee,
    reference: row.reference ?? undefined,
    reason,
    status,
    user: userId === null ? undefined : { userId, name: userName ?? 'Deleted account' },
    merchant: merchantCode === null || businessName === null ? undefined : { merchantCode, businessName },
    requestedBy: row.requestedByName,
    requestedAt: row.requestedAt.toISOString(),
    approvalId,
    decidedBy: row.decidedByName ?? undefined,
    decisionReason: row.decisionReason ?? undefined,
    postedAt: row.postedAt?.toISOString(),
    settledAt: row.settledAt?.toISOString(),
    settledReference: row.settledReference ?? undefined,
    document: { documentId, fileName, mediaType, bytes, sha256 },
  };
}
