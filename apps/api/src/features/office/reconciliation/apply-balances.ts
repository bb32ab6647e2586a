import type { AccountBalance } from '@zawadi/mpesa';
import { readBalances } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { account } from '../../services/postings/index.ts';
import { closeOnlyCase, hasOpenCase, raiseOnlyCase } from '../../services/reviews/index.ts';
import { formatCents } from '../../../platform/format-cents.ts';
import { hasSeparateShortCodes, type PaymentDeps } from '../../mpesa/client/index.ts';
import { readUncharged, type Uncharged } from '../../mpesa/orders/index.ts';
import {
  lockUnanswered,
  markFailed,
  recordBalances,
  recordProviderBalances,
  type Balances,
} from './float-store.ts';

/** Consecutive checks that have to differ before an alert, because some payments are always in progress. */
const CHECKS_IN_A_ROW = 3;

/**
 * Compares M-PESA's balances with ours, once per check. If collection and pay-out have separate short codes, each
 * answers on its own: the first answer is stored until the second arrives.
 * @param answer.of the short code whose accounts are listed; `payout` if one short code does everything
 * @param answer.listed empty if M-PESA could not answer
 */
export async function applyBalances(
  tx: Transaction,
  deps: Pick<PaymentDeps, 'log' | 'mpesaShortCode' | 'mpesaPayoutShortCode'>,
  { checkId, of, listed }: { checkId: string; of: keyof Balances; listed: readonly AccountBalance[] },
): Promise<string> {
  const check = await lockUnanswered(tx, checkId);
  if (!check) return 'repeated';
  const told = hasSeparateShortCodes(deps) ? sumOf(of, listed) : balancesIn(listed);
  if (!told) {
    await markFailed(tx, checkId);
    return 'no_balances';
  }
  const theirs = await recordProviderBalances(tx, checkId, told);
  if (!theirs) return 'half';
  const ours = await ourBalances(tx);
  const uncharged = await readUncharged(tx);
  const unexplained = unexplainedOf({ theirs, ours, uncharged });
  const agrees = unexplained.collection === 0n && unexplained.payout === 0n;
  const isReported =
    !agrees &&
    check.isComparison &&
    (check.differedBefore + 1 >= CHECKS_IN_A_ROW || (await hasOpenCase(tx, 'float_differs')));
  const isAgain = !agrees && check.isComparison && !isReported;
  await recordBalances(tx, checkId, { theirs, ours, uncharged, agrees, isReported, isAgain });
  if (agrees) await closeOnlyCase(tx, 'float_differs', 'The balances agree again.');
  if (isReported) await report(tx, deps, { checkId, unexplained, uncharged });
  return agrees ? 'agrees' : 'differs';
}

/** Returns the difference of each account that charges cannot explain: M-PESA's balance less ours. */
function unexplainedOf({
  theirs,
  ours,
  uncharged,
}: {
  theirs: Balances;
  ours: Balances;
  uncharged: Uncharged;
}): Balances {
  const payout = theirs.payout - ours.payout;
  const isCharges = payout <= 0n && -payout <= uncharged.mostCents;
  return { collection: theirs.collection - ours.collection, payout: isCharges ? 0n : payout };
}

/** Sums balances by account. Charges that M-PESA has not taken yet reduce the pay-out balance. */
function balancesIn(listed: readonly AccountBalance[]): Balances | undefined {
  const shillings = listed.filter(({ currency }) => currency === 'KES');
  if (shillings.length === 0) return undefined;
  const isCollection = ({ account: name }: { account: string }) => /merchant|collection/iu.test(name);
  const sum = (some: typeof shillings) => some.reduce((total, { balanceCents }) => total + balanceCents, 0n);
  return {
    collection: sum(shillings.filter(isCollection)),
    payout: sum(shillings.filter((one) => !isCollection(one))),
  };
}

/** Sums all accounts of a short code that only collects, or only pays out. */
function sumOf(of: keyof Balances, listed: readonly AccountBalance[]): Partial<Balances> | undefined {
  const shillings = listed.filter(({ currency }) => currency === 'KES');
  if (shillings.length === 0) return undefined;
  return { [of]: shillings.reduce((total, { balanceCents }) => total + balanceCents, 0n) };
}

async function ourBalances(tx: Transaction): Promise<Balances> {
  const balances = await readBalances(tx, [{ account: account.collection }, { account: account.payout }]);
  return {
    collection: balances.get(account.collection) ?? 0n,
    payout: balances.get(account.payout) ?? 0n,
  };
}

async function report(
  tx: Transaction,
  deps: Pick<Deps, 'log'>,
  { checkId, unexplained, uncharged }: { checkId: string; unexplained: Balances; uncharged: Uncharged },
): Promise<void> {
  const collection = formatCents(unexplained.collection);
  const payout = formatCents(unexplained.payout);
  const details = { collection, payout, uncharged: uncharged.payouts };
  await raiseOnlyCase(tx, { kind: 'float_differs', subjectId: checkId, details });
  deps.log.error({ checkId, ...details }, 'M-PESA’s balance differs from the ledger');
}
