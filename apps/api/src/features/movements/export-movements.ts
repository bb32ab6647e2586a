import type { MovementFilters } from '@zawadi/contract';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { FileAnswer } from '../../platform/http/file.ts';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import { movementsFile } from './movements-file.ts';

/** The filtered list as a file. That somebody takes so much away is in the audit log. */
export async function exportMovements(
  deps: Pick<Deps, 'db' | 'clock'>,
  { filters, auditor }: { filters: MovementFilters; auditor: Auditor },
): Promise<FileAnswer> {
  // What is searched for is often a name, and does not belong into a log for ever.
  const { search, ...narrowed } = filters;
  const given = Object.entries(narrowed).filter(([, value]) => value !== undefined);
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'transactions.exported',
      subjectKind: 'transactions',
      subjectId: 'list',
      after: { isSearched: Boolean(search), ...Object.fromEntries(given) },
    }),
  );
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: `transactions-${nairobiDay(deps.clock.now())}.csv`,
    content: movementsFile(deps.db, filters),
  });
}
