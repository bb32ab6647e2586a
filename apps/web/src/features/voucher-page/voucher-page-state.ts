import { formatKes } from '@zawadi/contract/money';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import type { VoucherStatus } from '@zawadi/contract/vouchers-status';
import { say } from '../../i18n/say.ts';

/** Returns whether the voucher has value left to spend or to add to a wallet. */
export function canBeClaimed(status: VoucherStatus): boolean {
  return status === 'ACTIVE' || status === 'PARTIALLY_REDEEMED';
}

/**
 * Returns the sentence above the ticket: what the holder can do, or why the voucher cannot be used.
 * @param lastDay the last valid day, formatted
 */
export function voucherSentence(
  { status, value, balance, isFrozen }: Pick<PublicVoucher, 'status' | 'value' | 'balance' | 'isFrozen'>,
  lastDay: string,
): string {
  if (isFrozen && canBeClaimed(status)) {
    return say('This gift cannot be used now. Its value is safe. Please ask Zawadi support why.');
  }
  if (balance === 0 && canBeClaimed(status)) {
    return say('A shop has reserved the rest of this gift for an order.');
  }
  const left = say('{amount} is left. Show its code at the till until {day}.', {
    amount: formatKes(balance),
    day: lastDay,
  });
  const whole = say('Show its code at the till. Spend all of it or part of it, until {day}.', {
    day: lastDay,
  });
  const sentences = {
    // A shop may hold a part of the balance.
    ACTIVE: balance < value ? left : whole,
    PARTIALLY_REDEEMED: left,
    REDEEMED: say('This gift is used up. Nothing is left to spend.'),
    CLAIMED: say('This gift was added to a wallet. Its code no longer works.'),
    EXPIRED: say('This gift expired. It was valid until {day}.', { day: lastDay }),
    VOIDED: say('This gift is no longer valid. Its code no longer works.'),
    REFUNDED: say('This gift was refunded to the buyer. Its code no longer works.'),
  } satisfies Record<VoucherStatus, string>;
  return sentences[status];
}
