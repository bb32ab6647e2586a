import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { cursor, shortText, timestamp, uuid } from './text.ts';
import { adminReason } from './approvals.ts';
import { balanceShillings } from './money.ts';

/** A case that a person must look at. */
export const review = z.object({
  reviewId: uuid,
  kind: z.string(),
  /** `title` says what happened, `explanation` what to do about it. */
  title: z.string(),
  explanation: z.string(),
  raisedAt: timestamp,
  isOpen: z.boolean(),
  resolvedAt: timestamp.optional(),
  resolvedBy: z.string().optional(),
  resolution: z.string().optional(),
  /** KES held in suspense because of this case. */
  heldAmount: balanceShillings.optional(),
  /** M-PESA's receipt of the held money. */
  receipt: z.string().optional(),
  /** Names and figures, as at the time of the event. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The payment that the case is about, if any. */
  transaction: z
    .object({ type: z.enum(['Deposit', 'Withdrawal', 'Settlement', 'Refund']), transactionId: uuid })
    .optional(),
  /** The payment whose bill reference the payer typed. If it is paid already, the money is probably its buyer's. */
  named: z
    .object({
      /** Absent until a payment of it was begun: before, it is no transaction. */
      transactionId: uuid.optional(),
      billReference: z.string(),
      isPaid: z.boolean(),
      /** Absent if the account is closed. */
      buyer: z.object({ userId: uuid, name: z.string() }).optional(),
    })
    .optional(),
});

export type Review = z.infer<typeof review>;

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/admin/v1/reviews',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Transactions',
  summary: 'List reviews, newest first',
  query: z.object({
    /** Only open cases by default. */
    isOpen: z.stringbool().optional(),
    kind: shortText.optional(),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({
    reviews: z.array(review),
    nextCursor: cursor.optional(),
    openCount: z.number().int(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const readReview = endpoint({
  method: 'GET',
  path: '/api/admin/v1/reviews/:reviewId',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Transactions',
  summary: 'Get one review',
  params: z.object({ reviewId: uuid }),
  example: { params: { reviewId: sample.id } },
  answer: review,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const resolveReview = endpoint({
  method: 'POST',
  path: '/api/admin/v1/reviews/resolve',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Transactions',
  summary: 'Note the findings on a review, and close it; no money moves',
  body: z.object({ reviewId: uuid, reason: adminReason }),
  example: { body: { reviewId: sample.id, reason: sample.reason } },
  answer: review,
  refusals: ['not_found', 'review_resolved', 'money_held', 'photo_undecided', 'payment_still_open'],
  rate: { perMinute: 60 },
});
