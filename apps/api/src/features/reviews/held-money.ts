import { centsOf } from '@zawadi/contract';
import type { Db } from '../../platform/db/database.ts';
import { findHomeOf, type ReviewRow } from './review-store.ts';

/** Money in suspense that waits for somebody to say whose it is. */
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

/** The same with its home in the books. @returns undefined when nothing waits */
export async function findHeldMoney(
  db: Db,
  review: Held & Pick<ReviewRow, 'subjectId'>,
): Promise<HeldMoney | undefined> {
  const amountCents = heldCentsOf(review);
  if (amountCents === undefined) return undefined;
  const reference = receiptIn(review);
  // The money of a wrong amount is in the books of its purchase; of anything else the subject itself is the home.
  const isOfPurchase = review.kind === 'wrong_amount' && reference !== undefined;
  const homeId = isOfPurchase ? await findHomeOf(db, reference) : review.subjectId;
  if (homeId === undefined) return undefined;
  return { homeId, amountCents, receipt: RECEIPT.test(reference ?? '') ? reference : undefined };
}

export function receiptIn({ details }: Pick<ReviewRow, 'details'>): string | undefined {
  return typeof details['receipt'] === 'string' ? details['receipt'] : undefined;
}
