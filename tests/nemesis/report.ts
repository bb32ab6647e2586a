import type { Outcome } from './run.ts';

const ENDED_SINCE = 'it was open for an hour; unless listed as open, it has ended since';

/** Reviews that only a person can decide, each with the reason. Any other open review fails the run. */
export const EXPECTED_REVIEWS: Readonly<Record<string, string>> = {
  failure_after_success: 'M-PESA reported a failure after a success; the money is booked',
  money_unclear: 'a payment at another pay bill was reported; nothing is booked',
  pay_bill_unconfirmed: 'a payment was invented; M-PESA never confirmed it, so nothing is booked',
  withdrawal_unknown_for_long: ENDED_SINCE,
  settlement_unknown_for_long: ENDED_SINCE,
  refund_unknown_for_long: ENDED_SINCE,
};

/** Lists the failures of a run, one sentence each. */
export function failuresOf({ violations, open, reviews }: Outcome): string[] {
  return [
    ...violations,
    ...open.map(({ what, id }) => `${what} ${id} is not final`),
    ...reviews
      .filter(({ kind }) => !(kind in EXPECTED_REVIEWS))
      .map(
        ({ kind, count, subjects }) =>
          `${count} × ${kind} wait for a person: ${subjects.slice(0, 3).join(', ')}`,
      ),
  ];
}

/** Formats the report at the end of a run. */
export function describe(outcome: Outcome, seed: number): string {
  const { played, book, slowest, reviews, isDiskFilled } = outcome;
  const failures = failuresOf(outcome);
  const lines = [
    '',
    `seed ${seed}`,
    '',
    'times  fault',
    ...played.map(({ name, times, problems }) => {
      const note =
        name === 'the disk is full' && !isDiskFilled ? ' (not played: no disk can be mounted here)' : '';
      const spoilt = problems.length > 0 ? ` (${problems.length} more times disturbed by another fault)` : '';
      return `${String(times).padStart(5)}  ${name}${note}${spoilt}`;
    }),
    '',
    'acknowledged to clients',
    row('purchases', book.purchases.length),
    row('  of them COMPLETED', count(book.purchases, 'COMPLETED')),
    row(
      '  baskets COMPLETED',
      count(
        book.purchases.filter(({ isBasket }) => isBasket),
        'COMPLETED',
      ),
    ),
    row('  paid from the wallet', book.purchases.filter(({ isFromWallet }) => isFromWallet).length),
    row('withdrawals', book.withdrawals.length),
    row('  of them COMPLETED', count(book.withdrawals, 'COMPLETED')),
    row('claims', book.claims.length),
    row(
      'claims by USSD',
      book.callers.reduce((sum, { told }) => sum + told.claims, 0),
    ),
    row(
      'KES withdrawn by USSD',
      book.callers.reduce((sum, { told }) => sum + told.paidOut, 0),
    ),
    row(
      'purchases by USSD',
      book.callers.reduce((sum, { told }) => sum + told.purchases, 0),
    ),
    row('redemptions', book.sales.length),
    row('vouchers made by shops', book.created.length),
    row('holds', book.holds.length),
    row('refunds', book.refunds.length),
    row('calls answered with 5xx, retried', book.failures),
    '',
    'until final, on the product’s clock         count  median  longest',
    ...slowest.map(
      ({ kind, count: many, median, longest }) =>
        `  ${kind.padEnd(38)}${String(many).padStart(9)}${duration(median).padStart(8)}${duration(longest).padStart(9)}`,
    ),
    '',
    'waiting for a person',
    ...(reviews.length === 0 ? ['  nothing'] : []),
    ...reviews.map(
      ({ kind, count: many }) => `  ${many} × ${kind}: ${EXPECTED_REVIEWS[kind] ?? 'NOT EXPECTED'}`,
    ),
    '',
    failures.length === 0
      ? 'The three books agree; nothing is lost, doubled or open.'
      : `${failures.length} failures:\n${failures.map((line) => `  ${line}`).join('\n')}\n${outcome.words}`,
    '',
  ];
  return lines.join('\n');
}

function row(what: string, many: number): string {
  return `  ${what.padEnd(38)}${String(many).padStart(9)}`;
}

function count(ordered: readonly { told: string }[], status: string): number {
  return ordered.filter(({ told }) => told === status).length;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
