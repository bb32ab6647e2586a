import type {
  HandlerAnswer,
  HandlerInput,
  queryReceipt as endpoint,
  readReceipt as readEndpoint,
} from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { listReceiptAnswers, queryReceipt } from '../../money/callbacks/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { listQueries, type QueryRow } from '../../mpesa/payment-queries/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { findTargets } from '../../services/look-ups/index.ts';
import { describeReview, listReviewsAbout, type ReviewRow } from '../../services/reviews/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { listMatching } from './list-store.ts';
import { describeTransaction } from './list-transactions.ts';

type Found = HandlerAnswer<typeof readEndpoint>;

/** Asks M-PESA about a receipt that a caller reads out. Its answer arrives a moment later, by callback. */
export async function askAboutReceipt(
  deps: OrderDeps,
  { receipt, auditor }: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'receipt.queried',
      subjectKind: 'receipt',
      subjectId: newId(),
      after: { receipt },
    }),
  );
  const outcome = await queryReceipt(deps, { receipt, by: auditor });
  return { outcome, found: await readReceipt(deps, receipt) };
}

const SHOWN = 5;

/** Reads our queries about a receipt, M-PESA's answers, and the payments and cases with this receipt. */
export async function readReceipt(deps: OrderDeps, receipt: string): Promise<Found> {
  const { db } = deps;
  const [queries, targets, name] = await Promise.all([
    listQueries(db, { orderIds: [], receipts: [receipt] }),
    findTargets(db, receipt),
    findName(db, 'receipt', receipt),
  ]);
  const queryIds = queries.map(({ id }) => id);
  const [answers, payments, reviews] = await Promise.all([
    listReceiptAnswers(deps, { receipt, queryIds }),
    listMatching(db, targets, SHOWN),
    name ? listReviewsAbout(db, [name.targetId]) : [],
  ]);
  return {
    receipt,
    queries: queries.map(describeQuery),
    answers: answers.map(({ at, completedAt, ...answer }) => ({
      ...answer,
      at: at.toISOString(),
      completedAt: completedAt?.toISOString(),
    })),
    payments: payments.map(describeTransaction),
    reviews: reviews.map(describeCase),
  };
}

export function describeQuery(row: QueryRow): Found['queries'][number] {
  return {
    at: row.askedAt.toISOString(),
    call: row.call,
    administrator: row.administrator ?? undefined,
    askedBy: row.askedBy,
    state: STATES[row.state],
    detail: row.detail ?? undefined,
    endedAt: row.endedAt?.toISOString(),
  };
}

const STATES = {
  ASKING: 'asking',
  ACCEPTED: 'accepted',
  ANSWERED: 'answered',
  REFUSED: 'refused',
  UNANSWERED: 'unanswered',
} as const;

export function describeCase(row: ReviewRow): Found['reviews'][number] {
  const { reviewId, kind, title, raisedAt, isOpen, heldAmount } = describeReview(row);
  return { reviewId, kind, text: title, at: raisedAt, isOpen, heldAmount };
}
