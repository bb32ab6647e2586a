import { shillingsOf, type UserFilters } from '@zawadi/contract';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { listUsers } from './list-store.ts';
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
  ['Signed up', (row) => row.createdAt.toISOString()],
];

/** The filtered consumers as a file. The export is in the audit log. */
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
      // What is searched for is a name, which does not belong into a permanent log.
      after: { isSearched: Boolean(search), status, from, to },
    }),
  );
  const pages = eachPage(
    (page) => listUsers(deps.db, filters, page),
    ({ place }) => place,
  );
  return csvFile(`users-${nairobiDay(deps.clock.now())}`, COLUMNS, pages);
}
