import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { crossing, voucherOf, walletOf } from './crossing.ts';
import { group, legId } from './group.ts';

// Transfers of purchases. Amounts are cents.

/** A paid gift: its voucher, and what the voucher gets. */
type PaidGift = { voucherId: string; netCents: bigint };

/** Posts a purchase paid by M-PESA: the net amount of each gift to its voucher, the fee of the sum to us. */
export function purchasePaid(paid: {
  causeId: string;
  /** Home of the purchase, which is the voucher of a single gift. */
  homeId: string;
  gifts: readonly PaidGift[];
  feeCents: bigint;
  reference: string;
  /** The account that had the money until now: collection, or suspense if the money waited there. */
  from?: 'collection' | 'suspense';
}): TransferGroup {
  const { homeId, reference } = paid;
  const debit = account[paid.from ?? 'collection'];
  return group('purchase', paid.causeId, [
    ...paid.gifts.map(({ voucherId, netCents: amount }) => {
      const credit = account.voucher(voucherId);
      return { leg: netLegOf(homeId, voucherId), homeId: voucherId, debit, credit, amount, reference };
    }),
    { leg: 'fee', homeId, debit, credit: account.depositFee, amount: paid.feeCents, reference },
  ]);
}

/** Returns the name of the leg of `purchasePaid` that credits a voucher. */
export function netLegOf(homeId: string, voucherId: string): string {
  return voucherId === homeId ? 'net' : `net/${voucherId}`;
}

/** Posts a purchase paid by the buyer's wallet: the net amount of each gift to its voucher, the fee to us. */
export function purchasePaidByWallet(paid: {
  purchaseId: string;
  buyerId: string;
  gifts: readonly PaidGift[];
  feeCents: bigint;
  reference: string;
}): TransferGroup {
  const { purchaseId, buyerId, reference } = paid;
  const from = walletOf(buyerId);
  const fee = { debit: from.account, credit: account.depositFee, amount: paid.feeCents, reference };
  return group('wallet_purchase', purchaseId, [
    ...paid.gifts.flatMap(({ voucherId, netCents: amount }) =>
      crossing({ from, to: voucherOf(voucherId), amount, reference }).map((leg) => ({
        ...leg,
        leg: `${leg.leg}/${voucherId}`,
      })),
    ),
    { leg: 'fee', homeId: buyerId, ...fee },
  ]);
}

/** Returns the ids of the transfers of `purchasePaidByWallet` in the books of the wallet. */
export function walletLegIds(purchaseId: string, voucherIds: readonly string[]): string[] {
  const legs = ['fee', ...voucherIds.map((voucherId) => `out/${voucherId}`)];
  return legs.map((leg) => legId('wallet_purchase', purchaseId, leg));
}

/** Credits the buyer's wallet if M-PESA collected one purchase twice; takes no fee. */
export function secondPaymentCredited(paid: {
  causeId: string;
  buyerId: string;
  grossCents: bigint;
  reference: string;
}): TransferGroup {
  const { buyerId: homeId, reference } = paid;
  const credit = account.wallet(homeId);
  return group('second_payment', paid.causeId, [
    { leg: 'gross', homeId, debit: account.collection, credit, amount: paid.grossCents, reference },
  ]);
}
