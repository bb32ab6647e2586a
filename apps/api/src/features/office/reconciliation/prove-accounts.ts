import type { StatementAccount, StatementProof } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { readLedgerAtCloses } from './closing-balance-store.ts';
import { findRunClosing, listLastClosed, type ClosedRun } from './run-balances-store.ts';

/** How many statements we look back for the last one that agrees. */
const STATEMENTS = 40;
/**
 * The last statement is compared alone, because it usually agrees, and then the others of about a week. Each comparison
 * reads all that was posted since its first statement, so that a lasting difference costs three reads.
 */
const COMPARED_TOGETHER = [1, 7, STATEMENTS];

/** Reads until when statements prove each account: their closing balance is the ledger's at that moment. */
export async function proveAccounts(db: Db): Promise<{ proofs: StatementProof[] }> {
  const proofs = await Promise.all([
    proofOf(db, 'collection', { of: 'collection' }),
    proofOf(db, 'payout', { of: 'utility', and: 'working' }),
    proofOf(db, 'bank', { of: 'bank' }),
  ]);
  return { proofs };
}

type Accounts = { of: StatementAccount; and?: StatementAccount };

async function proofOf(
  db: Db,
  account: StatementProof['account'],
  accounts: Accounts,
): Promise<StatementProof> {
  const last = await listLastClosed(db, accounts.of, STATEMENTS);
  let differsAt: string | undefined;
  for (const [at, end] of COMPARED_TOGETHER.entries()) {
    const runs = await withClosings(db, last.slice(COMPARED_TOGETHER[at - 1] ?? 0, end), accounts);
    const moments = runs.map(({ closesAt }) => closesAt);
    const ledgerCents = await readLedgerAtCloses(db, accounts.of, moments);
    const proved = runs.find(({ closingCents }, index) => closingCents === ledgerCents[index]);
    if (proved !== runs[0]) differsAt ??= runs[0]?.closesAt.toISOString();
    if (proved)
      return { account, provedUntil: proved.closesAt.toISOString(), runId: proved.runId, differsAt };
  }
  return { account, differsAt };
}

async function withClosings(db: Db, runs: readonly ClosedRun[], accounts: Accounts): Promise<ClosedRun[]> {
  const closed: ClosedRun[] = [];
  for (const run of runs) {
    const closingCents = await closingOf(db, run, accounts);
    if (closingCents !== undefined) closed.push({ ...run, closingCents });
  }
  return closed;
}

/** Returns undefined if the other account of the same money has no statement that ends then. */
async function closingOf(db: Db, run: ClosedRun, { and }: Accounts): Promise<bigint | undefined> {
  if (and === undefined) return run.closingCents;
  const other = await findRunClosing(db, { account: and, closesAt: run.closesAt });
  return other && run.closingCents + other.closingCents;
}
