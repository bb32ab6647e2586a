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

/** Money in is green with a plus, money out ink with a true minus, what came back muted, what never moved struck through. */
export function directionOf({
  transactionType,
  orderStatus,
  refundState,
}: Activity): 'in' | 'out' | 'void' | 'returned' {
  const isBack = refundState !== undefined && refundState !== 'partly_refunded';
  // A withdrawal that was taken back from the wallet has been paid after all.
  if (isBack) return transactionType === 'WITHDRAWAL' ? 'out' : 'returned';
  return orderStatus === 'CANCELED' ? 'void' : directions[transactionType];
}

/** What kind of transaction it is, in a word or two. */
export const activityKinds = {
  GIFT_PURCHASE: 'Gift',
  WITHDRAWAL: 'To M-PESA',
  CLAIM: 'Gift added',
  REDEMPTION: 'Spent',
  REFUND: 'Refund',
} as const satisfies Record<ActivityType, Phrase>;

/**
 * The person or shop first, the kind second; of a withdrawal the number, as one person may have several. Without a
 * person, what happened comes first.
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
