import { account } from './accounts.ts';
import type { Leg } from './group.ts';

type Place = { homeId: string; account: string };

type Crossing = {
  from: Place;
  to: Place;
  /** Cents, or the whole balance of the debit account. */
  amount: bigint | 'all';
  reference?: string | undefined;
};

/**
 * Moves value from one home's books to another's. Posts two legs through the transit account, whose balance is zero
 * afterwards.
 */
export function crossing({ from, to, amount, reference }: Crossing): [Leg, Leg] {
  const { transit } = account;
  return [
    { leg: 'out', homeId: from.homeId, debit: from.account, credit: transit, amount, reference },
    { leg: 'in', homeId: to.homeId, debit: transit, credit: to.account, amount: 'linked', reference },
  ];
}

export function voucherOf(voucherId: string): Place {
  return { homeId: voucherId, account: account.voucher(voucherId) };
}

export function walletOf(userId: string): Place {
  return { homeId: userId, account: account.wallet(userId) };
}

export function merchantOf(merchantId: string): Place {
  return { homeId: merchantId, account: account.merchant(merchantId) };
}
