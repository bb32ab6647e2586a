import type { SignedIn } from '@zawadi/story/people';
import type { Random } from '../faults/random.ts';
import type { Shop } from '../faults/shops.ts';
import type { Told } from '../faults/rush-hour.ts';

export type Consumer = SignedIn & { random: Random };

/** One thing that a consumer ordered, and the last that they were told of it. Amounts are in shillings. */
export type Ordered = { requestId: string; amount: number; told: string };
export type Bought = Ordered & { billReferenceNumber: string; claimToken?: string };

/** The first of the three books: what clients were told by answers that they got. */
export type ClientBook = Told & {
  consumers: Consumer[];
  /** Those whose payments the nemesis makes itself. */
  victims: Consumer[];
  shops: Shop[];
  purchases: (Bought & { consumer: Consumer })[];
  withdrawals: (Ordered & { consumer: Consumer })[];
  claims: { consumer: Consumer; id: string; amount: number }[];
  /** Vouchers that an administrator was told are given back. */
  refunds: { voucherId: string }[];
  /** Calls that were answered with a 5xx that promises nothing; each was made again. */
  failures: number;
  /** What no client should ever have been told. */
  contradictions: string[];
};

export function createClientBook(): ClientBook {
  return {
    consumers: [],
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
