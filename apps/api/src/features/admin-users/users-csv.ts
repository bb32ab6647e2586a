import { Readable } from 'node:stream';
import { shillingsOf, type UserFilters } from '@zawadi/contract';
import type { Place } from '../../platform/cursor.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { FileAnswer } from '../../platform/http/file.ts';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import { listUsers } from './list-store.ts';
import type { AccountRow } from './store.ts';

const AT_ONCE = 500;
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';
const HEADINGS = [
  'User ID',
  'First name',
  'Last name',
  'E-mail',
  'E-mail verified',
  'Phone',
  'Phone verified',
  'Status',
  'Wallet (KES)',
  'Signed up',
];

/** The filtered consumers, read and sent page by page. That somebody takes so much away is in the audit log. */
export async function usersCsv(
  deps: Pick<Deps, 'db' | 'clock'>,
  { filters, auditor }: { filters: UserFilters; auditor: Auditor },
): Promise<FileAnswer> {
  const { search, status = null, from = null, to = null } = filters;
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'user.exported',
      subjectKind: 'users',
      subjectId: 'list',
      // What is searched for is a name, and does not belong into a log for ever.
      after: { isSearched: Boolean(search), status, from, to },
    }),
  );
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: `users-${nairobiDay(deps.clock.now())}.csv`,
    content: Readable.from(linesOf(deps.db, filters), { objectMode: false }),
  });
}

async function* linesOf(db: Db, filters: UserFilters): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let after: Place | undefined;
  for (;;) {
    const rows = await listUsers(db, filters, { after, limit: AT_ONCE });
    yield rows.map((row) => csvLine(cellsOf(row))).join('');
    after = rows.at(-1)?.place;
    if (rows.length < AT_ONCE) return;
  }
}

function cellsOf(row: AccountRow): string[] {
  return [
    row.userId,
    row.firstName,
    row.lastName,
    row.email,
    row.emailVerified ? 'yes' : 'no',
    row.phoneMsisdn ?? '',
    row.phoneVerified ? 'yes' : 'no',
    row.status,
    String(shillingsOf(row.walletCents)),
    row.createdAt.toISOString(),
  ];
}
