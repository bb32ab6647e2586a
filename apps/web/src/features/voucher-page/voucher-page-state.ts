import { formatKes } from '@zawadi/contract/money';
import { firstNameOf } from '../../ui/first-name.ts';
import type { PublicVoucher, VoucherStatus } from '@zawadi/contract/vouchers';

type Standing = { headline: string; sentence: string };

/** There is value left that can be added to a wallet, or spent at a till. */
export function canBeClaimed(status: VoucherStatus): boolean {
  return status === 'ACTIVE' || status === 'PARTIALLY_REDEEMED';
}

/**
 * What the page says above the ticket.
 * @param voucher as the API shows it to anybody with the link
 * @param lastDay the day it is valid to, as people read it
 */
export function voucherStanding(
  voucher: Pick<PublicVoucher, 'status' | 'balance' | 'recipientName' | 'senderName'>,
  lastDay: string,
): Standing {
  const headline = `${firstNameOf(voucher.recipientName)}, ${firstNameOf(voucher.senderName)} sent you a gift`;
  switch (voucher.status) {
    case 'ACTIVE':
      return {
        headline,
        sentence: `Show this at the till. Spend all of it or part of it, until ${lastDay}.`,
      };
    case 'PARTIALLY_REDEEMED':
      return {
        headline,
        sentence: `${formatKes(voucher.balance)} is left. Show this at the till until ${lastDay}.`,
      };
    case 'REDEEMED':
      return { headline, sentence: 'This gift is used up. Nothing is left to spend.' };
    case 'CLAIMED':
      return { headline, sentence: 'This gift was added to a wallet. Its code no longer works.' };
    case 'EXPIRED':
      return { headline, sentence: `This gift expired. It was valid until ${lastDay}.` };
    case 'VOIDED':
      return { headline, sentence: 'This gift is no longer valid. Its code no longer works.' };
    case 'REFUNDED':
      return { headline, sentence: 'This gift was refunded to the buyer. Its code no longer works.' };
  }
}
