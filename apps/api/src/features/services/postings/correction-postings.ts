import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { group } from './group.ts';

/**
 * For each correction of a difference between M-PESA's statement and our ledger: the account that takes the difference,
 * and the kind of the transfer.
 */
const AGAINST = {
  charge: { kind: 'provider_charge', account: account.providerCharges },
  suspense: { kind: 'suspense', account: account.suspense },
  capital: { kind: 'float', account: account.capital },
  loss: { kind: 'loss', account: account.losses },
} as const;

type Difference = {
  causeId: string;
  homeId: string;
  mpesaAccount: typeof account.collection | typeof account.payout;
  /** Amount that our account at M-PESA lacks compared with the ledger; negative when the account has too much. */
  changeCents: bigint;
  reference: string;
};

/** Corrects the ledger's balance of our account at M-PESA to the balance on M-PESA's statement. */
export function mpesaCorrected(
  against: keyof typeof AGAINST,
  { causeId, homeId, mpesaAccount, changeCents, reference }: Difference,
): TransferGroup {
  const { kind, account: other } = AGAINST[against];
  const isMore = changeCents > 0n;
  return group(kind, causeId, [
    {
      leg: 'difference',
      homeId,
      debit: isMore ? mpesaAccount : other,
      credit: isMore ? other : mpesaAccount,
      amount: isMore ? changeCents : -changeCents,
      reference: reference || undefined,
    },
  ]);
}

/** Moves collected money to the pay-out float; a negative change moves it back. Each receipt is posted only once. */
export function floatMoved(moved: { homeId: string; changeCents: bigint; receipt: string }): TransferGroup {
  const { homeId, changeCents, receipt: reference } = moved;
  const isForward = changeCents > 0n;
  return group('float_moved', reference, [
    {
      leg: 'amount',
      homeId,
      debit: isForward ? account.payout : account.collection,
      credit: isForward ? account.collection : account.payout,
      amount: isForward ? changeCents : -changeCents,
      reference,
    },
  ]);
}

/**
 * Credits or debits a merchant by hand.
 * @param made.amountCents positive in the merchant's favour
 */
export function adjustment(made: {
  adjustmentId: string;
  merchantId: string;
  amountCents: bigint;
}): TransferGroup {
  const { adjustmentId, merchantId: homeId, amountCents } = made;
  const owed = account.merchant(homeId);
  const sides =
    amountCents > 0n
      ? { debit: account.adjustments, credit: owed, amount: amountCents }
      : { debit: owed, credit: account.adjustments, amount: -amountCents };
  return group('adjustment', adjustmentId, [{ leg: 'amount', homeId, ...sides }]);
}
