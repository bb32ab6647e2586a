import {
  maskEmail,
  maskMsisdn,
  MOST_COUNTED,
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type adminListUsers,
  type ListedUser,
  type UserFilters,
} from '@zawadi/contract';
import { pageOf, parseCursor, eachPage } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { countUsers, listUsers } from './list-store.ts';
import type { AccountRow } from './store.ts';

const COLUMNS: CsvColumn<AccountRow>[] = [
  ['User ID', (row) => row.userId],
  ['First name', (row) => row.firstName],
  ['Last name', (row) => row.lastName],
  ['Email', (row) => row.email],
  ['Email verified', (row) => (row.emailVerified ? 'yes' : 'no')],
  ['Phone', (row) => row.phoneMsisdn ?? ''],
  ['Phone verified', (row) => (row.phoneVerified ? 'yes' : 'no')],
  ['Status', (row) => row.status],
  ['Wallet (KES)', (row) => shillingsOf(row.walletCents)],
  ['Signed up', (row) => nairobiDay(row.createdAt)],
  ['Time', (row) => nairobiTime(row.createdAt)],
];

/**
 * Lists one page of consumers.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function pageOfUsers(
  db: Db,
  query: HandlerInput<typeof adminListUsers>['query'],
): Promise<HandlerAnswer<typeof adminListUsers>> {
  const { cursor, limit, ...filters } = query;
  const after = parseCursor(cursor);
  const [found, count] = await Promise.all([
    listUsers(db, filters, { after, limit: limit + 1 }),
    countUsers(db, filters),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    users: shown.map(describeListed),
    nextCursor,
    total: { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED },
  };
}

export function describeListed(row: AccountRow): ListedUser {
  const { userId, firstName, lastName, email, emailVerified, phoneVerified, status } = row;
  return {
    userId,
    firstName,
    lastName,
    email: maskEmail(email),
    emailVerified,
    phoneNumber: row.phoneMsisdn === null ? '' : maskMsisdn(row.phoneMsisdn),
    phoneVerified,
    status,
    walletBalance: shillingsOf(row.walletCents),
    createdAt: row.createdAt.toISOString(),
    lastLogin: row.lastLoginAt?.toISOString(),
  };
}

/** Exports the filtered consumers as CSV. The audit log records the export. */
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
      // The search term may be a name, which does not belong in a permanent log.
      after: { isSearched: Boolean(search), status, from, to },
    }),
  );
  const pages = eachPage(
    (page) => listUsers(deps.db, filters, page),
    ({ place }) => place,
  );
  return csvFile(`users-${nairobiDay(deps.clock.now())}`, COLUMNS, pages);
}
