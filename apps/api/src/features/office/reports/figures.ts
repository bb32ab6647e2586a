import { shillingsOf, type FeesEarned, type VolumeLine } from '@zawadi/contract';
import type { Total } from './totals-store.ts';

type Side = { debit?: string; credit?: string };
type Sum = { count: number; amountCents: bigint };

/**
 * Computes counts and amounts of all events from postings. For each event, counts the one transfer that the event
 * always has, and sums its gross amount. Each gift of a basket counts as a deposit.
 */
export function volumeIn(totals: readonly Total[]): VolumeLine {
  const redeemed = sumOf(totals, 'redemption');
  const takenBack = sumOf(totals, 'redemption_reversed', { debit: 'merchant' });
  const byMpesa = sumOf(totals, 'purchase');
  const fromWallets = sumOf(totals, 'wallet_purchase', { debit: 'wallet' });
  const toMpesa = sumOf(totals, 'refund_reversed');
  const toWallets = sumOf(totals, 'refund', { credit: 'wallet' });
  return {
    deposits: onWire({
      amountCents: byMpesa.amountCents + fromWallets.amountCents,
      count:
        countOf(totals, 'purchase', { credit: 'voucher' }) +
        countOf(totals, 'wallet_purchase', { credit: 'voucher' }),
    }),
    withdrawals: onWire({
      ...sumOf(totals, 'withdrawal_paid'),
      count: countOf(totals, 'withdrawal_paid', { credit: 'mpesa:payout' }),
    }),
    redemptions: onWire({
      count: redeemed.count - takenBack.count,
      amountCents: redeemed.amountCents - takenBack.amountCents,
    }),
    claims: onWire(sumOf(totals, 'claim', { debit: 'voucher' })),
    settlements: onWire({
      ...sumOf(totals, 'settlement_paid'),
      count: sumOf(
        totals.filter(({ credit }) => credit !== 'revenue:settlement-fee'),
        'settlement_paid',
      ).count,
    }),
    refunds: onWire({
      count: toMpesa.count + toWallets.count,
      amountCents: toMpesa.amountCents + toWallets.amountCents,
    }),
  };
}

/** Computes fees earned minus fees refunded. */
export function feesIn(totals: readonly Total[]): FeesEarned {
  const earned = (account: string) =>
    totals.reduce(
      (sum, { debit, credit, amountCents }) =>
        sum + (credit === account ? amountCents : 0n) - (debit === account ? amountCents : 0n),
      0n,
    );
  const deposit = earned('revenue:deposit-fee');
  const withdrawal = earned('revenue:withdrawal-fee');
  const settlement = earned('revenue:settlement-fee');
  return {
    deposit: shillingsOf(deposit),
    withdrawal: shillingsOf(withdrawal),
    settlement: shillingsOf(settlement),
    total: shillingsOf(deposit + withdrawal + settlement),
  };
}

/** Computes expired values, including those returned to merchants from their own vouchers. */
export function expiriesIn(totals: readonly Total[]): Sum {
  const expired = sumOf(totals, 'expiry');
  const returned = sumOf(totals, 'merchant_voucher_returned', { debit: 'voucher' });
  return { count: expired.count + returned.count, amountCents: expired.amountCents + returned.amountCents };
}

/**
 * Converts a sum to the contract's format. Never negative: shortly after midnight, a reversal may be posted on the day
 * after its redemption.
 */
export function onWire({ count, amountCents }: Sum): { count: number; amount: number } {
  return { count: Math.max(0, count), amount: Math.max(0, shillingsOf(amountCents)) };
}

function sumOf(totals: readonly Total[], kind: string, side: Side = {}): Sum {
  return totals
    .filter((total) => total.kind === kind && isOn(total, side))
    .reduce(
      (sum, { transfers, amountCents }) => ({
        count: sum.count + transfers,
        amountCents: sum.amountCents + amountCents,
      }),
      { count: 0, amountCents: 0n },
    );
}

function countOf(totals: readonly Total[], kind: string, side: Side): number {
  return sumOf(totals, kind, side).count;
}

function isOn({ debit, credit }: Total, side: Side): boolean {
  return (side.debit ?? debit) === debit && (side.credit ?? credit) === credit;
}
