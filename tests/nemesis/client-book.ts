import type { Person, SignedIn } from '@zawadi/story/people';
import type { Registration } from '../faults/payments.ts';
import type { Random } from '../faults/random.ts';
import type { Shop } from '../faults/shops.ts';
import type { Told } from '../faults/rush-hour.ts';

export type Consumer = SignedIn & { random: Random };

/** A person with a keypad phone: how many gifts, shillings and purchases the last screens of sessions have told. */
export type Caller = Person & {
  random: Random;
  told: { claims: number; paidOut: number; purchases: number };
};

/** A consumer's purchase or withdrawal, and the last status that the consumer received. Amounts are in shillings. */
export type Ordered = { requestId: string; amount: number; told: string };
/** A purchase, with the claim tokens of paid gifts that are for the buyer. */
export type Bought = Ordered & {
  billReferenceNumber: string;
  claimTokens: string[];
  isBasket: boolean;
  isFromWallet: boolean;
};

/** Enters a registered purchase in the book. */
export function addPurchase(
  book: ClientBook,
  consumer: Consumer,
  registered: Registration,
  { isBasket }: Pick<Bought, 'isBasket'> = { isBasket: false },
): ClientBook['purchases'][number] {
  const told = 'REGISTERED';
  const bought = { ...registered, consumer, told, claimTokens: [], isBasket, isFromWallet: false };
  book.purchases.push(bought);
  return bought;
}

/** The first of the three books to compare: answers that clients received. */
export type ClientBook = Told & {
  consumers: Consumer[];
  callers: Caller[];
  /** Consumers whose payments the faults make, such as a forged failure. */
  victims: Consumer[];
  shops: Shop[];
  purchases: (Bought & { consumer: Consumer })[];
  withdrawals: (Ordered & { consumer: Consumer })[];
  claims: { consumer: Consumer; id: string; amount: number }[];
  /** Vouchers whose refund was confirmed to an administrator. */
  refunds: { voucherId: string }[];
  /** Number of requests answered with a 5xx. Such an answer promises nothing, and each request was retried. */
  failures: number;
  /** Answers that no client should ever have received. */
  contradictions: string[];
};

export function createClientBook(): ClientBook {
  return {
    consumers: [],
    callers: [],
    victims: [],
    shops: [],
    purchases: [],
    withdrawals: [],
    claims: [],
    refunds: [],
    failures: 0,
    contradictions: [],
    created: [],
    sales: [],
    holds: [],
  };
}
