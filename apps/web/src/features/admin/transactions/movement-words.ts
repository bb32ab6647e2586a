import type { CallAnswer } from '@zawadi/contract/endpoint';
import type {
  Movement,
  MovementStatus,
  MovementType,
  readMovement,
} from '@zawadi/contract/admin-transactions';
import type { StatusWord } from '../../../ui/badge.tsx';

/** Everything that is known of one movement. */
export type MovementDetail = CallAnswer<typeof readMovement>;

const STATUS_WORDS = {
  Success: 'Completed',
  Pending: 'Pending',
  Failed: 'Failed',
} as const satisfies Record<MovementStatus, StatusWord>;

/** The badge of a movement's status. */
export function statusWordOf(status: MovementStatus): StatusWord {
  return STATUS_WORDS[status];
}

/** The first eight symbols, by which people read an id out and the search finds it. */
export function shortId(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

/** Whose money it is: a shop's or a person's. */
export function partyOf({ type, merchant, person }: Movement): string {
  const isOfShop = type === 'Redemption' || type === 'Settlement';
  return (isOfShop ? (merchant ?? person) : (person ?? merchant)) ?? 'Somebody';
}

const PREPOSITIONS = {
  Deposit: 'from',
  Withdrawal: 'to',
  Redemption: 'at',
  Claim: 'by',
  Settlement: 'to',
  Refund: 'to',
} as const satisfies Record<MovementType, string>;

/** `from Amina Wanjiru`, `at Duka la Juma`: what follows the amount in a title. */
export function directionOf(movement: Movement): string {
  return `${PREPOSITIONS[movement.type]} ${partyOf(movement)}`;
}
