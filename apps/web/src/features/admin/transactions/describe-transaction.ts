import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { ListedTransaction, TransactionType, readTransaction } from '@zawadi/contract/transactions';
import { stateWord, type StatusWord } from '../../../ui/badge.tsx';

/** All known details of one transaction. */
export type TransactionDetail = CallAnswer<typeof readTransaction>;

type Stated = Pick<ListedTransaction, 'type' | 'status' | 'refundState'>;

/** Returns the label of a transaction's state. A refund takes precedence over its completion. */
export function stateOf({ status, refundState }: Pick<Stated, 'status' | 'refundState'>): StatusWord {
  return stateWord(status, refundState);
}

/**
 * Mutes a refunded amount; strikes through an amount that never moved. A withdrawal whose refund was taken back counts
 * as paid.
 */
export function amountLookOf({ type, status, refundState }: Stated): 'returned' | 'void' | undefined {
  if (refundState === 'refunded' || refundState === 'reversed') return 'returned';
  if (refundState === 'taken_back') return type === 'Withdrawal' ? undefined : 'returned';
  return status === 'Failed' ? 'void' : undefined;
}

/** Returns the name of the shop or person whose money it is. */
export function partyOf({ type, merchant, person }: ListedTransaction): string {
  const isOfShop = type === 'Redemption' || type === 'Settlement';
  return (isOfShop ? (merchant ?? person) : (person ?? merchant)) ?? 'Unknown';
}

const PREPOSITIONS = {
  Deposit: 'from',
  Withdrawal: 'to',
  Redemption: 'at',
  Claim: 'by',
  Settlement: 'to',
  Refund: 'to',
} as const satisfies Record<TransactionType, string>;

/** Returns the part of a title after the amount: `from Amina Wanjiru`, `at Duka la Juma`. */
export function directionOf(transaction: ListedTransaction): string {
  return `${PREPOSITIONS[transaction.type]} ${partyOf(transaction)}`;
}
