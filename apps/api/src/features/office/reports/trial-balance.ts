import type { HandlerAnswer, trialBalance as endpoint } from '@zawadi/contract';
import { trialBalance, type TrialBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { readTotals, type Total } from './totals-store.ts';

/** A day before the first transfer of any installation. */
export const FIRST_DAY = '2000-01-01';

/**
 * Reads the balance of every kind of account, in cents: the current stored balance, or the balance at the end of a day.
 * The difference of debits and credits is computed, not assumed to be zero.
 * @param on a day in Nairobi
 */
export async function trialBalanceOn(db: Db, on: string | undefined): Promise<TrialBalance> {
  const stored = await trialBalance(db);
  if (on === undefined) return stored;
  const totals = await readTotals(db, { from: FIRST_DAY, to: on });
  const accounts = stored.accounts.map(({ kind, side }) => ({
    kind,
    side,
    balanceCents: changeOf(totals, kind, side),
  }));
  const differenceCents = accounts.reduce(
    (sum, { side, balanceCents }) => (side === 'debit' ? sum + balanceCents : sum - balanceCents),
    0n,
  );
  return { accounts, differenceCents };
}

/** Computes how transfers have changed a kind of account; positive if the balance has grown on its own side. */
export function changeOf(totals: readonly Total[], kind: string, side: 'debit' | 'credit'): bigint {
  const { debitCents, creditCents } = sidesOf(totals, kind);
  return side === 'debit' ? debitCents - creditCents : creditCents - debitCents;
}

/** Sums the postings on each side of an account, or of all accounts of a kind. */
export function sidesOf(totals: readonly Total[], kind: string): { debitCents: bigint; creditCents: bigint } {
  const sumOf = (side: 'debit' | 'credit') =>
    totals.reduce((sum, total) => sum + (total[side] === kind ? total.amountCents : 0n), 0n);
  return { debitCents: sumOf('debit'), creditCents: sumOf('credit') };
}

export async function readTrialBalance(
  db: Db,
  on: string | undefined,
): Promise<HandlerAnswer<typeof endpoint>> {
  const { accounts, differenceCents } = await trialBalanceOn(db, on);
  return {
    accounts: accounts.map(({ kind, side, balanceCents }) => ({ kind, side, balance: Number(balanceCents) })),
    difference: Number(differenceCents),
  };
}
