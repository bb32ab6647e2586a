import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { ListedTransaction, TransactionType, readTransaction } from '@zawadi/contract/transactions';
import { stateWord, type StatusWord } from '../../../ui/badge.tsx';

/** Everything that is known of one transaction. */
export type TransactionDetail = CallAnswer<typeof readTransaction>;

type Stated = Pick<ListedTransaction, 'type' | 'status' | 'refundState'>;

/** The badge of a transaction: that it came back says more than that it was done. */
export function stateOf({ status, refundState }: Pick<Stated, 'status' | 'refundState'>): StatusWord {
  return stateWord(status, refundState);
}

/** What came back is muted, what never moved struck through; a withdrawal that was taken back is paid after all. */
export function amountLookOf({ type, status, refundState }: Stated): 'returned' | 'void' | undefined {
  if (refundState === 'refunded' || refundState === 'reversed') return 'returned';
  if (refundState === 'taken_back') return type === 'Withdrawal' ? undefined : 'returned';
  return status === 'Failed' ? 'void' : undefined;
}

/** Whose money it is: a shop's or a person's. */
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

/** `from Amina Wanjiru`, `at Duka la Juma`: what follows the amount in a title. */
export function directionOf(transaction: ListedTransaction): string {
  return `${PREPOSITIONS[transaction.type]} ${partyOf(transaction)}`;
}
