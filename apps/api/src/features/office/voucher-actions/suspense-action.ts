import { shillingsOf, type ActionOutcome, type HandlerInput, type resolveHeldMoney } from '@zawadi/contract';
import { z } from 'zod';
import { postOrThrow, readBalance } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  executeOrRequestApproval,
  type AfterCommit,
  type ApprovalAction,
  type AdminAction,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { sendOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import {
  closeReview,
  findHeldMoney,
  findReview,
  lockReview,
  isSameResolution,
  type HeldMoney,
} from '../../services/reviews/index.ts';
import { lockUserRecord, readUser } from '../../people/users/index.ts';
import { account, refundPostings } from '../../services/postings/index.ts';
import { completeFromSuspense } from '../../money/purchases/index.ts';
import { refundSuspense } from '../../money/refunds/index.ts';
import { findBookingAdministrator } from './suspense-store.ts';

type GoesTo = HandlerInput<typeof resolveHeldMoney>['body']['goesTo'];

const goesTo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('purchase'), billReference: z.string() }),
  z.object({ kind: z.literal('wallet'), userId: z.uuid() }),
  z.object({ kind: z.literal('payer') }),
]);
const input = z.object({ reviewId: z.uuid(), goesTo });
type Input = z.infer<typeof input>;

/** The action that approvals execute: assigns money in suspense to its owner, and closes its case. */
export function suspenseAction(deps: OrderDeps): ApprovalAction<Input> {
  return {
    kind: 'suspense',
    schema: input,
    beneficiary: async (_, { goesTo: to }) => (to.kind === 'wallet' ? `user ${to.userId}` : undefined),
    preview: async (tx, { reviewId, goesTo: to }) => {
      const held = await requireHeld(tx, await lockReview(tx, reviewId));
      const { amountCents } = held;
      const balances = [{ of: 'This case, in suspense', beforeCents: amountCents, afterCents: 0n }];
      if (to.kind === 'wallet') {
        const wallet = { homeId: to.userId, account: account.wallet(to.userId) };
        const beforeCents = await readBalance(tx, wallet);
        balances.push({ of: 'The wallet', beforeCents, afterCents: beforeCents + amountCents });
      }
      return { amountCents, way: WAYS[to.kind], balances };
    },
    needsTwo: async (tx, { reviewId }, administratorId) => {
      const review = await findReview(tx, reviewId);
      const booker = review && (await findBookingAdministrator(tx, review.subjectId));
      return booker === administratorId || undefined;
    },
    execute: async (tx, action) => {
      const { reviewId } = action.input;
      const review = await lockReview(tx, reviewId);
      if (review && isSameResolution(review, action)) return undefined;
      const held = await requireHeld(tx, review);
      const follows = await give(tx, deps, held, action);
      await closeReview(tx, reviewId, { by: action.auditor.administratorId, resolution: action.reason });
      await recordAudit(tx, action.auditor, {
        action: 'review.money-resolved',
        subjectKind: 'review',
        subjectId: reviewId,
        reason: action.reason,
        after: {
          amount: shillingsOf(held.amountCents),
          way: WAYS[action.input.goesTo.kind],
          receipt: held.receipt ?? null,
          ...action.input.goesTo,
        },
      });
      return follows;
    },
  };
}

const WAYS = {
  purchase: 'from suspense, to the purchase',
  wallet: 'from suspense, to the wallet',
  payer: 'from suspense, by M-PESA to the number that paid',
} as const satisfies Record<GoesTo['kind'], string>;

/**
 * Finds the money in suspense of a case.
 * @throws Refusal not_found, review_resolved, no_money_held
 */
async function requireHeld(
  db: OrderDeps['db'],
  review: (Parameters<typeof findHeldMoney>[1] & { resolvedAt: Date | null }) | undefined,
) {
  if (!review) throw new Refusal('not_found');
  if (review.resolvedAt !== null) throw new Refusal('review_resolved');
  const held = await findHeldMoney(db, review);
  if (!held) throw new Refusal('no_money_held');
  return held;
}

async function give(
  tx: Transaction,
  deps: OrderDeps,
  held: HeldMoney,
  { id: actionId, input: { reviewId, goesTo: to }, reason, auditor }: AdminAction<Input>,
): Promise<AfterCommit | undefined> {
  const { homeId, amountCents, receipt } = held;
  if (to.kind === 'purchase') {
    const { billReference } = to;
    await completeFromSuspense(tx, deps, { causeId: actionId, billReference, amountCents, receipt });
    return undefined;
  }
  if (to.kind === 'wallet') {
    const { userId } = to;
    // Locks the user, so that the account cannot be closed before the commit.
    if (!(await lockUserRecord(tx, userId))) throw new Refusal('buyer_gone');
    const reference = receipt ?? reviewId;
    await postOrThrow(tx, [
      refundPostings.suspenseToWallet({ actionId, homeId, userId, amountCents, reference }),
    ]);
    await publishHint(tx, { userId, topic: 'wallet', id: userId });
    return undefined;
  }
  if (receipt === undefined) throw new Refusal('receipt_missing');
  const { administratorId } = auditor;
  await refundSuspense(tx, {
    refundId: actionId,
    reviewId,
    homeId,
    amountCents,
    receipt,
    reason,
    administratorId,
  });
  return () => sendOrder(deps, { kind: 'refund', homeId, id: actionId });
}

/**
 * Assigns money in suspense at once, or requests approval for a large amount. An administrator who posted the money
 * from a statement file never assigns it alone, because a file proves nothing.
 * @throws Refusal not_found, review_resolved, no_money_held, receipt_missing, purchase_not_payable, buyer_gone,
 *   approval_open
 */
export async function requestSuspenseResolution(
  deps: OrderDeps,
  request: { reviewId: string; goesTo: GoesTo; reason: string; auditor: Auditor },
): Promise<ActionOutcome> {
  const { reviewId, goesTo: to, reason, auditor } = request;
  const held = await requireHeld(deps.db, await findReview(deps.db, reviewId));
  const kes = shillingsOf(held.amountCents).toLocaleString('en-KE');
  return executeOrRequestApproval(deps, suspenseAction(deps), {
    subjectKind: 'review',
    subjectId: reviewId,
    summary: `Give KES ${kes} from suspense ${await nameOf(deps, to)}`,
    amountCents: held.amountCents,
    reason,
    input: { reviewId, goesTo: to },
    auditor,
  });
}

async function nameOf({ db }: Pick<OrderDeps, 'db'>, to: GoesTo): Promise<string> {
  if (to.kind === 'payer') return 'back to the payer, by M-PESA';
  if (to.kind === 'purchase') return `to the purchase ${to.billReference}`;
  const user = await readUser(db, to.userId);
  if (!user) throw new Refusal('buyer_gone');
  return `to the wallet of ${user.firstName} ${user.lastName}`;
}
