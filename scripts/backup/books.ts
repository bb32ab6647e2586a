import { trialBalance } from '../../apps/api/src/ledger/index.ts';
import { readVerification } from '../../apps/api/src/features/services/audit/index.ts';
import type { Db } from '../../apps/api/src/platform/db/database.ts';

/** Values that must be equal before a backup and after its restore. All can be written as JSON. */
export type Books = {
  /** Balance in cents by kind of account. Kinds with a balance of zero are left out. */
  balancesCents: Record<string, string>;
  differenceCents: string;
  auditEntries: number;
  auditBrokenAt?: number | undefined;
  auditHead: string;
};

export async function readBooks(db: Db): Promise<Books> {
  const { accounts, differenceCents } = await trialBalance(db);
  const { entries, brokenAt, headHash } = await readVerification(db);
  const used = accounts.filter(({ balanceCents }) => balanceCents !== 0n);
  return {
    balancesCents: Object.fromEntries(used.map(({ kind, balanceCents }) => [kind, String(balanceCents)])),
    differenceCents: String(differenceCents),
    auditEntries: entries,
    auditBrokenAt: brokenAt,
    auditHead: headHash,
  };
}

export function areWhole({ differenceCents, auditBrokenAt }: Books): boolean {
  return differenceCents === '0' && auditBrokenAt === undefined;
}

/** Describes the books in two lines for the operator. */
export function describeBooks(books: Books): string {
  const ledger =
    books.differenceCents === '0'
      ? 'debit and credit sides of the trial balance are equal'
      : `THE TRIAL BALANCE DIFFERS by ${books.differenceCents} cents`;
  const audit =
    books.auditBrokenAt === undefined
      ? `whole, ${books.auditEntries} entries, its end is ${books.auditEntries}:${books.auditHead}`
      : `BROKEN at entry ${books.auditBrokenAt}`;
  return `  Ledger:    ${ledger}\n  Audit log: ${audit}`;
}
