import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { ListedTransaction, TransactionType, readTransaction } from '@zawadi/contract/transactions';

/** Everything that is known of one transaction. */
export type TransactionDetail = CallAnswer<typeof readTransaction>;

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
