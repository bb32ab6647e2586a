import type { OperatorTemplate } from '@zawadi/contract';
import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { crossing, walletOf } from './crossing.ts';
import { group } from './group.ts';

// The transfers of the posting desk's templates.

type Sides = { kind: string; debit: string; credit: string };

/** The transfer of each template that moves the operator's own money, or money that no customer owns. */
export const OPERATOR_SIDES: Record<OperatorTemplate, Sides> = {
  'bank-float-in': { kind: 'float', debit: account.bankPayout, credit: account.capital },
  'bank-float-out': { kind: 'float', debit: account.capital, credit: account.bankPayout },
  'payout-float-in': { kind: 'float', debit: account.payout, credit: account.capital },
  'payout-float-out': { kind: 'float', debit: account.capital, credit: account.payout },
  'bank-to-payout': { kind: 'float_moved', debit: account.payout, credit: account.bankPayout },
  'payout-to-bank': { kind: 'float_moved', debit: account.bankPayout, credit: account.payout },
  'bank-charge': { kind: 'bank_charge', debit: account.providerCharges, credit: account.bankPayout },
  'unclaimed-paid': { kind: 'unclaimed_paid', debit: account.expired, credit: account.bankPayout },
};

type Desk = { postingId: string; amountCents: bigint; reference: string | undefined };

/** Moves the operator's own money, or pays unclaimed money over to the authority. */
export function operatorMoney({
  template,
  postingId: homeId,
  amountCents: amount,
  reference,
}: Desk & { template: OperatorTemplate }): TransferGroup {
  const { kind, debit, credit } = OPERATOR_SIDES[template];
  return group(kind, homeId, [{ leg: 'amount', homeId, debit, credit, amount, reference }]);
}

/** Credits a consumer's wallet or a merchant with goodwill, at the operator's expense. */
export function goodwill({
  postingId,
  amountCents: amount,
  reference,
  to,
}: Desk & { to: { userId: string } | { merchantId: string } }): TransferGroup {
  const [homeId, credit] =
    'userId' in to
      ? [to.userId, account.wallet(to.userId)]
      : [to.merchantId, account.merchant(to.merchantId)];
  return group('goodwill', postingId, [
    { leg: 'amount', homeId, debit: account.losses, credit, amount, reference },
  ]);
}

/**
 * Takes a wrong credit back from a wallet, as far as the balance goes. Goodwill goes back to the losses; other money to
 * suspense, whole: the missing part is our loss.
 */
export function creditTakenBack({
  postingId,
  userId,
  walletCents,
  lostCents,
  reference,
  to,
}: Omit<Desk, 'amountCents'> & {
  userId: string;
  walletCents: bigint;
  lostCents: bigint;
  to: typeof account.losses | typeof account.suspense;
}): TransferGroup {
  if (to === account.losses) {
    const debit = account.wallet(userId);
    return group('credit_taken_back', postingId, [
      { leg: 'wallet', homeId: userId, debit, credit: to, amount: walletCents, reference },
    ]);
  }
  const into = { homeId: postingId, account: to };
  return group('credit_taken_back', postingId, [
    ...(walletCents > 0n
      ? crossing({ from: walletOf(userId), to: into, amount: walletCents, reference })
      : []),
    {
      leg: 'loss',
      homeId: postingId,
      debit: account.losses,
      credit: to,
      amount: lostCents,
      reference,
    },
  ]);
}

type LegalOrder = { postingId: string; userId: string };

/** Sets the money of an estate, court or tax order aside, until the bank has paid it. */
export function legalOrderReserved(order: LegalOrder & { amountCents: bigint }): TransferGroup {
  const { postingId, userId: homeId, amountCents: amount } = order;
  return group('legal_order_reserved', postingId, [
    { leg: 'amount', homeId, debit: account.wallet(homeId), credit: account.held(postingId), amount },
  ]);
}

/** Posts a legal order that the bank has paid. */
export function legalOrderPaid({
  postingId,
  userId: homeId,
  reference,
}: LegalOrder & { reference: string }): TransferGroup {
  const [debit, credit] = [account.held(postingId), account.bankPayout];
  return group('legal_order_paid', postingId, [
    { leg: 'amount', homeId, debit, credit, amount: 'all', reference },
  ]);
}

/** Returns the money of a legal order that the bank has not paid to the wallet. */
export function legalOrderReturned({ postingId, userId: homeId }: LegalOrder): TransferGroup {
  const [debit, credit] = [account.held(postingId), account.wallet(homeId)];
  return group('legal_order_returned', postingId, [{ leg: 'amount', homeId, debit, credit, amount: 'all' }]);
}
