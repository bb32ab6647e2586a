import { centsOf } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { findHomeOf, findPaymentOf, listOpenOf, lockUnheldSuspense, type ReviewRow } from './review-store.ts';

/** Money in suspense that no administrator has assigned yet. */
export type HeldMoney = { homeId: string; amountCents: bigint; receipt: string | undefined };

const RECEIPT = /^[A-Z0-9]{10}$/u;
const HOLDING: ReadonlySet<string> = new Set([
  'wrong_amount',
  'money_without_purchase',
  'refund_without_owner',
]);

/** What waits in suspense because of an open case, from what was noted when it was raised. */
export function heldCentsOf({ kind, details, resolvedAt }: Held): bigint | undefined {
  const { received } = details;
  if (resolvedAt !== null || !HOLDING.has(kind) || typeof received !== 'number') return undefined;
  return centsOf(received);
}

type Held = Pick<ReviewRow, 'kind' | 'details' | 'resolvedAt'>;

/** Open cases that money in suspense waits for, the oldest first. */
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
 * What suspense holds beyond what open cases wait for, in cents. Until the end of the transaction nobody else takes from it
 * but those who resolve such a case, which changes both alike.
 */
export function lockFreeSuspense(tx: Transaction): Promise<bigint> {
  return lockUnheldSuspense(tx, [...HOLDING]);
}

/** The same with its home in the ledger. @returns undefined when nothing waits */
export async function findHeldMoney(
  db: Db,
  review: Held & Pick<ReviewRow, 'subjectId'>,
): Promise<HeldMoney | undefined> {
  const amountCents = heldCentsOf(review);
  if (amountCents === undefined) return undefined;
  const reference = receiptIn(review);
  // The money of a wrong amount is in the ledger under its purchase; of anything else the subject itself is the home.
  const isOfPurchase = review.kind === 'wrong_amount' && reference !== undefined;
  const homeId = isOfPurchase ? await findHomeOf(db, reference) : review.subjectId;
  if (homeId === undefined) return undefined;
  return {
    homeId,
    amountCents,
    receipt: (await isOfThisMoney(db, review, reference)) ? reference : undefined,
  };
}

/**
 * Whether M-PESA would give this money back under the receipt. What a statement shows beyond what we had under a receipt
 * is not the payment itself, which may have funded a voucher.
 */
async function isOfThisMoney(
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
