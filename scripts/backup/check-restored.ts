import { isDeepStrictEqual } from 'node:util';
import type { createDeps } from '../../apps/api/src/app.ts';
import { hasEntry } from '../../apps/api/src/features/services/audit/index.ts';
import { audit } from '../../apps/api/src/ledger/index.ts';
import type { Db } from '../../apps/api/src/platform/db/database.ts';
import { decrypt } from '../../apps/api/src/platform/crypto/keys.ts';
import { areWhole, describeBooks, readBooks, type Books } from './books.ts';
import { connectAsOwner } from './connect.ts';

/**
 * Recomputes the restored books, prints them and compares them with the backup.
 * @returns whether the restored books add up and equal the books of the backup
 */
export async function checkRestored(
  { keys }: Pick<ReturnType<typeof createDeps>, 'keys'>,
  ownerUrl: string,
  before: Books,
): Promise<boolean> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    const { addsUp, transfers } = await audit(owner.db);
    const books = await readBooks(owner.db);
    console.log(`\nRestored:\n${describeBooks(books)}`);
    console.log(
      addsUp
        ? `  Balances:  every one is the sum of its transfers (${transfers})`
        : '  Balances:  SOME ARE NOT THE SUMS OF THEIR TRANSFERS',
    );
    const isSame = await areBooksUnchanged(owner.db, books, before);
    console.log(isSame ? '  Everything matches the backup.' : '  THIS DIFFERS FROM THE BACKUP.');
    const { rows } = await owner.client.query<{ sealed: Buffer }>(
      'SELECT code_sealed AS sealed FROM vouchers LIMIT 1',
    );
    if (rows.some(({ sealed }) => !canBeOpened(() => decrypt(keys, sealed))))
      console.log('  WRONG APP_SECRET: voucher codes cannot be read until you set the one of the backup.');
    return addsUp && isSame && areWhole(books);
  } finally {
    await owner.close();
  }
}

/** The restored audit log is longer than the backed-up one, because the restore adds an entry. */
async function areBooksUnchanged(db: Db, books: Books, before: Books): Promise<boolean> {
  const { auditEntries: seq, auditHead: hash } = before;
  const isContinued =
    books.auditEntries >= seq &&
    books.auditBrokenAt === before.auditBrokenAt &&
    (seq === 0 || (await hasEntry(db, { seq, hash })));
  return (
    isContinued &&
    books.differenceCents === before.differenceCents &&
    isDeepStrictEqual(books.balancesCents, before.balancesCents)
  );
}

function canBeOpened(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
