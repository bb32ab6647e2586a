import type { ListedTransaction } from '@zawadi/contract';
import { eachPage } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { listRows, selectionOfTargets } from './list-store.ts';
import { describeTransaction } from './list-transactions.ts';
import { readParties, targetsAbout, type Parties, type Subject } from './parties-store.ts';

/** A transaction with both parties and all its references. */
export type TransactionAbout = ListedTransaction & Parties;

/**
 * Yields every transaction that concerns a consumer, a shop or an administrator, newest first: for a consumer also the
 * gifts bought or received and where these were spent, for an administrator the refunds that they requested.
 * @param period days in Nairobi, both inclusive
 */
export async function* pagesAbout(
  db: Db,
  subject: Subject,
  period: { from: string; to: string },
): AsyncGenerator<TransactionAbout[]> {
  const selection = selectionOfTargets(await targetsAbout(db, subject), period);
  const pages = eachPage(
    (page) => listRows(db, selection, page),
    ({ place }) => place,
  );
  for await (const rows of pages) {
    const parties = await readParties(db, rows);
    yield rows.map((row) => ({
      ...describeTransaction(row),
      ...(parties.get(row.id) ?? { from: '', to: '', receipt: '', billReference: '' }),
    }));
  }
}
