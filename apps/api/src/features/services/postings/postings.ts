import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { crossing, merchantOf, voucherOf, walletOf } from './crossing.ts';
import { group, legId } from './group.ts';

// The transfers of every money event of the product. Amounts are cents.

/** Moves money that M-PESA received and that matches no purchase into suspense. */
export function moneyToSuspense(received: {
  causeId: string;
  homeId: string;
  amountCents: bigint;
  reference: string;
}): TransferGroup {
  const { homeId, amountCents: amount, reference } = received;
  return group('suspense', received.causeId, [
    { leg: 'received', homeId, debit: account.collection, credit: account.suspense, amount, reference },
  ]);
}

/** Moves value from a voucher to a merchant; without an amount, the whole balance. */
export function redemption(redeemed: {
  redemptionId: string;
  voucherId: string;
  merchantId: string;
  amountCents: bigint | undefined;
}): TransferGroup {
  const homeId = redeemed.voucherId;
  const credit = account.merchant(redeemed.merchantId);
  const amount = redeemed.amountCents ?? 'all';
  return group('redemption', redeemed.redemptionId, [
    { leg: 'value', homeId, debit: account.voucher(homeId), credit, amount },
  ]);
}

type HoldMoney = {
  /** Id of the hold. A captured hold becomes a redemption with the same id. */
  holdId: string;
  voucherId: string;
};

/** Reserves value of a voucher for a shop: the first step of a redemption in two steps. */
export function holdReserved(money: HoldMoney & { amountCents: bigint }): TransferGroup {
  const { holdId, voucherId: homeId, amountCents: amount } = money;
  return group('hold', holdId, [
    { leg: 'value', homeId, debit: account.voucher(homeId), credit: account.held(holdId), amount },
  ]);
}

/** Captures reserved value for the shop: the second step of a redemption in two steps. */
export function holdCaptured(money: HoldMoney & { merchantId: string; amountCents: bigint }): TransferGroup {
  const { holdId, voucherId: homeId, merchantId, amountCents: amount } = money;
  const [debit, credit] = [account.held(holdId), account.merchant(merchantId)];
  return group('redemption', holdId, [{ leg: 'value', homeId, debit, credit, amount }]);
}

/**
 * Releases reserved value that was not captured: to the voucher, or to the account that has got the voucher's value
 * since.
 */
export function holdReleased(
  money: HoldMoney & {
    amountCents: bigint;
    /** `unclaimed` when neither the voucher nor a wallet can take the value. */
    to: 'voucher' | 'unclaimed' | { walletOf: string };
  },
): TransferGroup {
  const { holdId, voucherId: homeId, amountCents: amount, to } = money;
  const debit = account.held(holdId);
  if (typeof to === 'object') {
    const from = { homeId, account: debit };
    return group('hold_released', holdId, crossing({ from, to: walletOf(to.walletOf), amount }));
  }
  const credit = to === 'voucher' ? account.voucher(homeId) : account.expired;
  return group('hold_released', holdId, [{ leg: 'value', homeId, debit, credit, amount }]);
}

/**
 * Reverses a whole redemption: to the voucher, or to the wallet into which the rest of the voucher's value was claimed.
 */
export function redemptionReversed(reversed: {
  redemptionId: string;
  voucherId: string;
  merchantId: string;
  amountCents: bigint;
  /** Owner of that wallet; undefined while the voucher can take the value. */
  walletOf: string | undefined;
}): TransferGroup {
  const { redemptionId, voucherId, merchantId, walletOf: claimedBy, amountCents: amount } = reversed;
  const to = claimedBy === undefined ? voucherOf(voucherId) : walletOf(claimedBy);
  const [out, into] = crossing({ from: merchantOf(merchantId), to, amount });
  // The merchant's leg has the redemption id as its reference, because no other field in the merchant's books names the
  // redemption.
  return group('redemption_reversed', redemptionId, [{ ...out, reference: redemptionId }, into]);
}

/** Moves the whole balance of a voucher to its recipient's wallet. */
export function claim(claimed: { voucherId: string; userId: string; amountCents: bigint }): TransferGroup {
  const { voucherId, userId, amountCents: amount } = claimed;
  const [from, to] = [voucherOf(voucherId), walletOf(userId)];
  return group('claim', voucherId, crossing({ from, to, amount }));
}

/** Returns the ids of the transfers of `claim`. */
export function claimTransferIds(voucherId: string): string[] {
  return ['out', 'in'].map((leg) => legId('claim', voucherId, leg));
}

/** Takes the rest of a voucher's value after its last day. A later expiry of the same voucher is another event. */
export function expiry(expired: { voucherId: string; expiresAt: Date }): TransferGroup {
  const homeId = expired.voucherId;
  return group('expiry', `${homeId}/${expired.expiresAt.toISOString()}`, [
    { leg: 'rest', homeId, debit: account.voucher(homeId), credit: account.expired, amount: 'all' },
  ]);
}

type MerchantVoucher = { voucherId: string; merchantId: string };

/**
 * Makes a voucher from the balance that a merchant is owed. In the merchant's books, only the reference names the
 * voucher.
 */
export function merchantVoucher(made: MerchantVoucher & { faceCents: bigint }): TransferGroup {
  const { voucherId, merchantId, faceCents: amount } = made;
  const [from, to] = [merchantOf(merchantId), voucherOf(voucherId)];
  return group('merchant_voucher', voucherId, crossing({ from, to, amount, reference: voucherId }));
}

/** Returns the rest of the value of a merchant's own expired voucher to the merchant. */
export function merchantVoucherReturned(expired: MerchantVoucher & { expiresAt: Date }): TransferGroup {
  const { voucherId, merchantId, expiresAt } = expired;
  const [from, to] = [voucherOf(voucherId), merchantOf(merchantId)];
  const cause = `${voucherId}/${expiresAt.toISOString()}`;
  return group(
    'merchant_voucher_returned',
    cause,
    crossing({ from, to, amount: 'all', reference: voucherId }),
  );
}

type WithdrawalMoney = { withdrawalId: string; userId: string };

/** Reserves the gross amount of a withdrawal while M-PESA pays it out. */
export function withdrawalReserved(money: WithdrawalMoney & { grossCents: bigint }): TransferGroup {
  const { userId: homeId, withdrawalId, grossCents: amount } = money;
  return group('withdrawal_reserved', withdrawalId, [
    { leg: 'gross', homeId, debit: account.wallet(homeId), credit: account.held(withdrawalId), amount },
  ]);
}

/** Posts a paid withdrawal: the net amount leaves our pay-out float, the fee is ours. */
export function withdrawalPaid(
  money: WithdrawalMoney & { netCents: bigint; feeCents: bigint; reference?: string },
): TransferGroup {
  const { userId: homeId, withdrawalId, reference } = money;
  const debit = account.held(withdrawalId);
  return group('withdrawal_paid', withdrawalId, [
    { leg: 'net', homeId, debit, credit: account.payout, amount: money.netCents, reference },
    { leg: 'fee', homeId, debit, credit: account.withdrawalFee, amount: money.feeCents, reference },
  ]);
}

/** Posts a withdrawal paid after a reported failure: debits the wallet up to its balance; we lose the rest. */
export function withdrawalPaidLate(
  money: WithdrawalMoney & { walletCents: bigint; lostCents: bigint; reference: string },
): TransferGroup {
  const { userId: homeId, withdrawalId, walletCents, lostCents, reference } = money;
  const credit = account.payout;
  return group('withdrawal_paid_late', withdrawalId, [
    { leg: 'wallet', homeId, debit: account.wallet(homeId), credit, amount: walletCents, reference },
    { leg: 'loss', homeId, debit: account.losses, credit, amount: lostCents, reference },
  ]);
}

/** Returns the possible ids of the transfers of `withdrawalPaidLate`. */
export const withdrawalPaidLateIds = (withdrawalId: string): string[] =>
  ['wallet', 'loss'].map((leg) => legId('withdrawal_paid_late', withdrawalId, leg));

/** Releases a withdrawal that M-PESA has definitely not paid, back to the consumer's wallet. */
export function withdrawalReleased(money: WithdrawalMoney): TransferGroup {
  const { userId: homeId, withdrawalId } = money;
  return group('withdrawal_released', withdrawalId, [
    {
      leg: 'gross',
      homeId,
      debit: account.held(withdrawalId),
      credit: account.wallet(homeId),
      amount: 'all',
    },
  ]);
}

/** Takes a wallet's balance that is below the smallest withdrawal, if its owner gives up the balance. */
export function walletGivenUp(given: {
  giveUpId: string;
  userId: string;
  amountCents: bigint;
}): TransferGroup {
  const { userId: homeId, amountCents: amount } = given;
  return group('give_up', given.giveUpId, [
    { leg: 'rest', homeId, debit: account.wallet(homeId), credit: account.expired, amount },
  ]);
}

/** Posts M-PESA's charge for a payment; by default, M-PESA takes the charge from the pay-out float. */
export function providerCharge(charged: {
  causeId: string;
  homeId: string;
  amountCents: bigint;
  /** The receipt of the payment. */
  reference?: string | undefined;
  takenFrom?: typeof account.collection | typeof account.payout;
}): TransferGroup {
  const { homeId, amountCents: amount, reference, takenFrom: credit = account.payout } = charged;
  return group('provider_charge', charged.causeId, [
    { leg: 'charge', homeId, debit: account.providerCharges, credit, amount, reference },
  ]);
}

/** Posts float that the operator pays into the pay-out account. */
export function floatDeposited(put: { causeId: string; amountCents: bigint }): TransferGroup {
  const { causeId: homeId, amountCents: amount } = put;
  return group('float', homeId, [
    { leg: 'in', homeId, debit: account.payout, credit: account.capital, amount },
  ]);
}
