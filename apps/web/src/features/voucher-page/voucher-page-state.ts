import { formatKes } from '@zawadi/contract/money';
import type { PublicVoucher, VoucherStatus } from '@zawadi/contract/vouchers';

/** There is value left that can be added to a wallet, or spent at a till. */
export function canBeClaimed(status: VoucherStatus): boolean {
  return status === 'ACTIVE' || status === 'PARTIALLY_REDEEMED';
}

/**
 * The sentence above the ticket: what can be done with it, or why there is nothing to do.
 * @param lastDay the day it is valid to, as people read it
 */
export function voucherSentence(
  { status, balance }: Pick<PublicVoucher, 'status' | 'balance'>,
  lastDay: string,
): string {
  const sentences = {
    ACTIVE: `Show this at the till. Spend all of it or part of it, until ${lastDay}.`,
    PARTIALLY_REDEEMED: `${formatKes(balance)} is left. Show this at the till until ${lastDay}.`,
    REDEEMED: 'This gift is used up. Nothing is left to spend.',
    CLAIMED: 'This gift was added to a wallet. Its code no longer works.',
    EXPIRED: `This gift expired. It was valid until ${lastDay}.`,
    VOIDED: 'This gift is no longer valid. Its code no longer works.',
    REFUNDED: 'This gift was refunded to the buyer. Its code no longer works.',
  } satisfies Record<VoucherStatus, string>;
  return sentences[status];
}
