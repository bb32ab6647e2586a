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
const HOLDING: ReadonlySet<string> = new Set([
  'wrong_amount',
  'money_without_purchase',
  'refund_without_owner',
]);

/** Amount in suspense that waits for an open case, from the details recorded when the case was raised. */
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
 * Locks suspense and returns the cents in it that no open case claims. Until the end of the transaction only the
 * resolution of such a case takes money from suspense, and it changes both sums alike.
 */
export function lockFreeSuspense(tx: Transaction): Promise<bigint> {
  return lockUnclaimedSuspense(tx, [...HOLDING]);
}

/**
 * Finds the money that waits for a case, with its home in the ledger.
 * @returns undefined when no money waits
 */
export async function findHeldMoney(
  db: Db,
  review: Held & Pick<ReviewRow, 'subjectId'>,
): Promise<HeldMoney | undefined> {
  const amountCents = heldCentsOf(review);
  if (amountCents === undefined) return undefined;
  const reference = receiptIn(review);
  // Money of a wrong amount has its purchase as home; all other money has the subject itself.
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
 * Whether M-PESA would return this money under the receipt. The excess on a statement over our amount of a receipt is
 * not the payment itself, which may have funded a voucher.
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
