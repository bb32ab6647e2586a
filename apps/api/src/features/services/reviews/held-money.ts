import { centsOf } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import {
  findHomeOf,
  findPaymentOf,
  listOpenOf,
  lockUnclaimedSuspense,
  type ReviewRow,
} from './review-store.ts';

/** Money in suspense that no administrator has assigned yet. */
export type HeldMoney = { homeId: string; amountCents: bigint; receipt: string | undefined };

const RECEIPT = /^[A-Z0-9]{10}$/u;
/** Kinds of cases whose money waits in suspense. */
export const HOLDING: ReadonlySet<string> = new Set([
  'wrong_amount',
  'money_without_purchase',
  'refund_without_owner',
  'credit_taken_back',
]);

/** Returns the amount in suspense that waits for an open case, from the details recorded when the case was raised. */
export function heldCentsOf({ kind, details, resolvedAt }: Held): bigint | undefined {
  const { received } = details;
  if (resolvedAt !== null || !HOLDING.has(kind) || typeof received !== 'number') return undefined;
  return centsOf(received);
}

type Held = Pick<ReviewRow, 'kind' | 'details' | 'resolvedAt'>;

/** Lists open cases that have money in suspense, the oldest first. */
export async function listHolding(db: Db, limit: number): Promise<(ReviewRow & { heldCents: bigint })[]> {
  const open = await listOpenOf(db, [...HOLDING], limit);
  return open
    .flatMap((review) => {
      const heldCents = heldCentsOf(review);
      return heldCents === undefined ? [] : [{ ...review, heldCents }];
    })
    .toReversed();
}

/**
 * Locks suspense and returns the cents in suspense that belong to no open case. Until the end of the transaction, only
 * the resolution of such a case takes money from suspense; it changes both sums by the same amount.
 */
export function lockFreeSuspense(tx: Transaction): Promise<bigint> {
  return lockUnclaimedSuspense(tx, [...HOLDING]);
}

/**
 * Finds the money in suspense of a case, with its home in the ledger.
 * @returns undefined when the case has no money in suspense
 */
export async function findHeldMoney(
  db: Db,
  review: Held & Pick<ReviewRow, 'subjectId'>,
): Promise<HeldMoney | undefined> {
  const amountCents = heldCentsOf(review);
  if (amountCents === undefined) return undefined;
  const reference = receiptIn(review);
  // The home is the purchase for a payment of a wrong amount, and the case's subject for all other money.
  const isOfPurchase = review.kind === 'wrong_amount' && reference !== undefined;
  const homeId = isOfPurchase ? await findHomeOf(db, reference) : review.subjectId;
  if (homeId === undefined) return undefined;
  return {
    homeId,
    amountCents,
    receipt: (await isReceiptOfMoney(db, review, reference)) ? reference : undefined,
  };
}

/**
 * Whether M-PESA could return this money as a reversal of the receipt. If a statement shows more than we posted for a
 * receipt, the excess is not the payment itself: the payment may have funded a voucher.
 */
async function isReceiptOfMoney(
  db: Db,
  { kind, subjectId }: Pick<ReviewRow, 'kind' | 'subjectId'>,
  receipt: string | undefined,
): Promise<boolean> {
  if (receipt === undefined || !RECEIPT.test(receipt)) return false;
  return kind !== 'money_without_purchase' || (await findPaymentOf(db, receipt)) === subjectId;
}

export function receiptIn({ details }: Pick<ReviewRow, 'details'>): string | undefined {
  return typeof details['receipt'] === 'string' ? details['receipt'] : undefined;
}
