import type { StatementAccount, StatementProof } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { readLedgerAtClose } from './closing-balance-store.ts';
import { findRunClosing, listLastClosed, type ClosedRun } from './run-balances-store.ts';

/** How many statements we look back for the last one that agrees. */
const STATEMENTS = 40;

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
  let differsAt: string | undefined;
  for (const run of await listLastClosed(db, accounts.of, STATEMENTS)) {
    const closingCents = await closingOf(db, run, accounts);
    if (closingCents === undefined) continue;
    const closesAt = run.closesAt.toISOString();
    const ledgerCents = await readLedgerAtClose(db, { account: accounts.of, closesAt: run.closesAt });
    if (ledgerCents === closingCents) return { account, provedUntil: closesAt, runId: run.runId, differsAt };
    differsAt ??= closesAt;
  }
  return { account, differsAt };
}

/** Returns undefined if the other account of the same money has no statement that ends then. */
async function closingOf(db: Db, run: ClosedRun, { and }: Accounts): Promise<bigint | undefined> {
  if (and === undefined) return run.closingCents;
  const other = await findRunClosing(db, { account: and, closesAt: run.closesAt });
  return other && run.closingCents + other.closingCents;
}
