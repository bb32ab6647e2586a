import {
  postingOutcome,
  uuid,
  type ActionOutcome,
  type HandlerInput,
  type settlePosting as endpoint,
} from '@zawadi/contract';
import { z } from 'zod';
import { lockBalances, postOrThrow } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { formatCents } from '../../../platform/format-cents.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  executeOrRequestApproval,
  type ApprovalAction,
  type Preview,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { account, deskPostings } from '../../services/postings/index.ts';
import { lockDesk } from './ledger-facts-store.ts';
import { notifyOfOrder } from './notify-owner.ts';
import { previewOf } from './plan-posting.ts';
import { lockPosting, markSettled } from './store.ts';

const input = z.object({ postingId: uuid, outcome: postingOutcome, reference: z.string() });
type Input = z.infer<typeof input>;

/**
 * Requests to mark a legal order as paid by the bank, or as not paid. Always needs two administrators, who decide by
 * the bank's statement.
 * @throws Refusal not_found, posting_not_to_pay, balance_too_low, approval_open
 */
export async function requestSettle(
  deps: Pick<Deps, 'db' | 'config' | 'keys'>,
  {
    reason,
    auditor,
    ...said
  }: HandlerInput<typeof endpoint>['body'] & { postingId: string; auditor: Auditor },
): Promise<ActionOutcome> {
  const { amountCents, payee } = await inTransaction(deps.db, (tx) => lockToPay(tx, said.postingId));
  const as = said.outcome === 'paid' ? 'paid' : 'not paid';
  return executeOrRequestApproval(deps, settleAction(deps), {
    subjectKind: 'posting',
    subjectId: said.postingId,
    summary: `Mark the order of ${formatCents(amountCents)} to ${payee} as ${as}: ${said.reference}`,
    amountCents,
    reason,
    input: said,
    auditor,
  });
}

/** The action that approvals execute: posts a paid legal order, or returns its money to the wallet. */
export function settleAction(deps: Pick<Deps, 'keys'>): ApprovalAction<Input> {
  return {
    kind: 'posting-outcome',
    schema: input,
    needsTwo: async () => true,
    preview: previewSettle,
    execute: async (tx, { input: said, reason, auditor }) => {
      const { way } = await previewSettle(tx, said);
      const { userId, ...posting } = await lockToPay(tx, said.postingId);
      const order = { postingId: posting.id, userId };
      if (said.outcome === 'paid') {
        await postOrThrow(tx, [deskPostings.legalOrderPaid({ ...order, reference: said.reference })]);
      } else {
        await postOrThrow(tx, [deskPostings.legalOrderReturned(order)]);
        await notifyOfOrder(tx, deps, { posting: { ...posting, userId }, direction: 'returned' });
      }
      const as = said.outcome === 'paid' ? 'PAID' : 'NOT_PAID';
      await markSettled(tx, { postingId: posting.id, as, reference: said.reference });
      await recordAudit(tx, auditor, {
        action: 'posting.settled',
        subjectKind: 'posting',
        subjectId: posting.id,
        reason,
        after: { ...said, amountCents: Number(posting.amountCents), way, userId },
      });
      return undefined;
    },
  };
}

async function previewSettle(tx: Transaction, said: Input): Promise<Preview> {
  const { id, userId, amountCents } = await lockToPay(tx, said.postingId);
  const held = account.held(id);
  const home = { homeId: userId };
  if (said.outcome === 'not-paid') {
    const move = { debit: held, credit: account.wallet(userId), amountCents };
    return previewOf(tx, [move], 'not paid: all of it goes back to the wallet', home);
  }
  await lockDesk(tx);
  const move = { debit: held, credit: account.bankPayout, amountCents };
  return previewOf(tx, [move], 'paid by the bank', home);
}

/**
 * Locks a legal order that waits for the bank.
 * @throws Refusal not_found, posting_not_to_pay
 */
async function lockToPay(tx: Transaction, postingId: string) {
  const posting = await lockPosting(tx, postingId);
  if (!posting) throw new Refusal('not_found');
  const { userId, isPosted, isSettled, template } = posting;
  if (template !== 'legal-order' || userId === null || !isPosted || isSettled) {
    throw new Refusal('posting_not_to_pay');
  }
  await lockBalances(tx, [{ homeId: userId, account: account.wallet(userId) }]);
  return { ...posting, userId };
}
