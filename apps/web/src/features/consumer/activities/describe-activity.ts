import type { Activity } from '@zawadi/contract/wallets';
import { formatMsisdn } from '@zawadi/contract/text';
import { say, translated, type Phrase } from '../../../i18n/say.ts';

export type { Activity } from '@zawadi/contract/wallets';
export type ActivityType = Activity['transactionType'];

const directions = {
  GIFT_PURCHASE: 'out',
  WITHDRAWAL: 'out',
  CLAIM: 'in',
  REDEMPTION: 'out',
  REFUND: 'in',
} as const satisfies Record<ActivityType, 'in' | 'out'>;

/**
 * Returns how an amount is shown. Incoming is green with a plus; outgoing is ink-coloured with a true minus. Refunded
 * is muted; money that never moved is struck through.
 */
export function directionOf({
  transactionType,
  orderStatus,
  refundState,
}: Activity): 'in' | 'out' | 'void' | 'returned' {
  const isBack = refundState !== undefined && refundState !== 'partly_refunded';
  // If the refund of a withdrawal was taken back from the wallet, M-PESA has paid the withdrawal after all.
  if (isBack) return transactionType === 'WITHDRAWAL' ? 'out' : 'returned';
  return orderStatus === 'CANCELED' ? 'void' : directions[transactionType];
}

/** Labels of the kinds of transactions. */
export const activityKinds = {
  GIFT_PURCHASE: 'Gift',
  WITHDRAWAL: 'To M-PESA',
  CLAIM: 'Gift added',
  REDEMPTION: 'Spent',
  REFUND: 'Refund',
} as const satisfies Record<ActivityType, Phrase>;

/**
 * Returns the person or shop as title, and the kind second. A withdrawal shows the phone number instead of its kind,
 * since one person may have several numbers. Without a person, the event is the title.
 */
export function describeActivity({ transactionType, counterparty, description, msisdn, gifts }: Activity): {
  title: string;
  kind?: string;
} {
  if (counterparty === undefined) return { title: translated(description) };
  const kindOf = () => {
    if (transactionType === 'WITHDRAWAL' && msisdn !== undefined) {
      return say('To {number}', { number: formatMsisdn(msisdn) });
    }
    return gifts === undefined ? say(activityKinds[transactionType]) : say('{count} gifts', { count: gifts });
  };
  return {
    title: counterparty,
    kind: kindOf(),
  };
}
