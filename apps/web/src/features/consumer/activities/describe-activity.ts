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
  // A withdrawal whose refund was taken back from the wallet is paid after all.
  if (isBack) return transactionType === 'WITHDRAWAL' ? 'out' : 'returned';
  return orderStatus === 'CANCELED' ? 'void' : directions[transactionType];
}

/** Kinds of transactions, in a word or two. */
export const activityKinds = {
  GIFT_PURCHASE: 'Gift',
  WITHDRAWAL: 'To M-PESA',
  CLAIM: 'Gift added',
  REDEMPTION: 'Spent',
  REFUND: 'Refund',
} as const satisfies Record<ActivityType, Phrase>;

/**
 * Names the person or shop first, the kind second. A withdrawal shows the number, since one person may have several.
 * Without a person, the event comes first.
 */
export function describeActivity({ transactionType, counterparty, description, msisdn }: Activity): {
  title: string;
  kind?: string;
} {
  if (counterparty === undefined) return { title: translated(description) };
  const isToNumber = transactionType === 'WITHDRAWAL' && msisdn !== undefined;
  return {
    title: counterparty,
    kind: isToNumber
      ? say('To {number}', { number: formatMsisdn(msisdn) })
      : say(activityKinds[transactionType]),
  };
}
