import {
  formatKes,
  shillingsOf,
  uuid,
  type ActionOutcome,
  type HandlerInput,
  type markWithdrawal,
} from '@zawadi/contract';
import { z } from 'zod';
import { lockBalances, postOrThrow } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvable,
  executeOrRequestApproval,
  type Approvable,
  type ApprovalAction,
  type Preview,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { closeReviewsAbout } from '../../services/reviews/index.ts';
import {
  isBeingSent,
  lockOrder,
  recordFailure,
  recordSuccesses,
  type Order,
} from '../../mpesa/orders/index.ts';
import { account, postings } from '../../services/postings/index.ts';
import { findName, takeName } from '../../services/unique-names/index.ts';
import { lockWithdrawal, recordTakenBack, type Withdrawal } from './store.ts';
import { complete, notifyOwner, release } from './withdrawal-orders.ts';

const input = z.discriminatedUnion('outcome', [
  z.object({ userId: uuid, withdrawalId: uuid, outcome: z.literal('paid'), receipt: z.string() }),
  z.object({ userId: uuid, withdrawalId: uuid, outcome: z.literal('not_paid'), statement: z.string() }),
]);
type Input = z.infer<typeof input>;

const MARKABLE_AFTER_SECONDS = { paid: HOUR_MS / 1_000, not_paid: (24 * HOUR_MS) / 1_000 };

/**
 * Requests approval to mark a withdrawal without an outcome as paid or not paid, or a returned withdrawal as paid
 * after all. Always needs two administrators, who decide by M-PESA's statement.
 * @throws Refusal not_found, withdrawal_not_markable, withdrawal_too_young, receipt_known, payment_being_sent,
 * approval_open
 */
export async function requestMark(
  deps: Pick<Deps, 'db' | 'config' | 'keys'>,
  { body, auditor }: { body: HandlerInput<typeof markWithdrawal>['body']; auditor: Auditor },
): Promise<ActionOutcome> {
  const { transactionId: withdrawalId, reason, ...said } = body;
  const found = await findName(deps.db, 'withdrawal', withdrawalId);
  if (!found) throw new Refusal('not_found');
  const marked = { ...said, userId: found.homeId, withdrawalId };
  const amountCents = await inTransaction(deps.db, async (tx) =>
    netOf((await lockMarkable(tx, marked)).withdrawal),
  );
  return executeOrRequestApproval(deps, markAction(deps), {
    subjectKind: 'withdrawal',
    subjectId: withdrawalId,
    summary: summaryOf(said, amountCents),
    amountCents,
    reason,
    input: marked,
    auditor,
  });
}

/** Returns the actions of this feature that approvals execute. */
export function actions(deps: Pick<Deps, 'keys' | 'config'>): Approvable[] {
  return [approvable(markAction(deps))];
}

function markAction(deps: Pick<Deps, 'keys' | 'config'>): ApprovalAction<Input> {
  return {
    kind: 'withdrawal-outcome',
    schema: input,
    needsTwo: async () => true,
    preview: async (tx, said) => {
      const { withdrawal } = await lockMarkable(tx, said);
      return { amountCents: netOf(withdrawal), ...(await previewMark(tx, withdrawal, said)) };
    },
    execute: async (tx, { input: said, reason, auditor }) => {
      const { withdrawal, order } = await lockMarkable(tx, said);
      const { way } = await previewMark(tx, withdrawal, said);
      if (said.outcome === 'paid') await markPaid(tx, deps, { withdrawal, order, receipt: said.receipt });
      else await markNotPaid(tx, deps, { withdrawal, order });
      await closeReviewsAbout(tx, order.id, {
        kinds: ['withdrawal_unknown_for_long', 'success_after_release'],
        by: auditor.administratorId,
        resolution: reason,
      });
      const { outcome, userId, withdrawalId, ...evidence } = said;
      const amount = shillingsOf(netOf(withdrawal));
      await recordAudit(tx, auditor, {
        action: 'withdrawal.marked',
        subjectKind: 'withdrawal',
        subjectId: withdrawalId,
        reason,
        before: { status: withdrawal.status },
        after: { outcome, userId, amount, way, ...evidence },
      });
      return undefined;
    },
  };
}

type Marked = { withdrawal: Withdrawal; order: Order };

/** Locks withdrawal and order, so that no send, status query or result interferes. */
async function lockMarkable(tx: Transaction, said: Input): Promise<Marked> {
  const { userId, withdrawalId, outcome } = said;
  const withdrawal = await lockWithdrawal(tx, { userId, withdrawalId });
  const order = await lockOrder(tx, { homeId: userId, id: withdrawalId });
  if (!order || !markableAs({ isPending: withdrawal.status === 'PENDING', order }).includes(outcome)) {
    throw new Refusal('withdrawal_not_markable');
  }
  if (await isBeingSent(tx, order)) throw new Refusal('payment_being_sent', { retryAfterSeconds: 60 });
  const isOldEnough = order.openSeconds >= MARKABLE_AFTER_SECONDS[outcome];
  if (withdrawal.status === 'PENDING' && !isOldEnough) throw new Refusal('withdrawal_too_young');
  const owner = said.outcome === 'paid' ? await findName(tx, 'receipt', said.receipt) : undefined;
  if (owner && owner.targetId !== withdrawalId) throw new Refusal('receipt_known');
  return { withdrawal, order };
}

/** Returns the marks that administrators may set on a withdrawal in this state. */
export function markableAs({
  isPending,
  order,
}: {
  isPending: boolean;
  order: { state: string };
}): Input['outcome'][] {
  if (isPending) return ['paid', 'not_paid'];
  return order.state === 'FAILED' ? ['paid'] : [];
}

async function markPaid(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  { withdrawal, order, receipt }: Marked & { receipt: string },
): Promise<void> {
  const { userId, id: withdrawalId, status } = withdrawal;
  await takeName(tx, 'receipt', receipt, { homeId: userId, targetId: withdrawalId });
  await recordSuccesses(tx, [{ ...order, receipt }]);
  if (status === 'PENDING') return complete(tx, deps, withdrawal, { receipt });
  const { walletCents, lostCents } = await splitLate(tx, withdrawal);
  await postOrThrow(tx, [
    postings.withdrawalPaidLate({ withdrawalId, userId, walletCents, lostCents, reference: receipt }),
  ]);
  await recordTakenBack(tx, { userId, withdrawalId });
  return notifyOwner(tx, deps, withdrawal, {
    template: 'withdrawal-paid-late',
    data: {
      paidOut: shillingsOf(walletCents + lostCents),
      fromWallet: shillingsOf(walletCents),
      transactionCode: receipt,
    },
  });
}

async function markNotPaid(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  { withdrawal, order }: Marked,
): Promise<void> {
  const failure = { resultCode: 'marked_not_paid', reason: 'provider_error' } as const;
  await recordFailure(tx, order, failure);
  await release(tx, deps, withdrawal, failure);
}

/**
 * Splits the amount of a returned withdrawal that M-PESA paid after all: the part still in the wallet, and our loss.
 */
async function splitLate(
  tx: Transaction,
  withdrawal: Withdrawal,
): Promise<{ balanceCents: bigint; walletCents: bigint; lostCents: bigint }> {
  const { userId: homeId } = withdrawal;
  const wallet = account.wallet(homeId);
  const balanceCents = (await lockBalances(tx, [{ homeId, account: wallet }])).get(wallet) ?? 0n;
  const netCents = netOf(withdrawal);
  const wholeCents = balanceCents - (balanceCents % 100n);
  const walletCents = wholeCents < netCents ? wholeCents : netCents;
  return { balanceCents, walletCents, lostCents: netCents - walletCents };
}

function netOf({ amountCents, feeCents }: Withdrawal): bigint {
  return amountCents - feeCents;
}

async function previewMark(
  tx: Transaction,
  withdrawal: Withdrawal,
  said: Input,
): Promise<Omit<Preview, 'amountCents'>> {
  if (said.outcome === 'paid' && withdrawal.status === 'PENDING')
    return { way: `paid under ${said.receipt}` };
  const { balanceCents: beforeCents, walletCents, lostCents } = await splitLate(tx, withdrawal);
  const of = 'The wallet';
  if (said.outcome === 'not_paid') {
    const afterCents = beforeCents + withdrawal.amountCents;
    return {
      way: 'not paid: all of it goes back to the wallet',
      balances: [{ of, beforeCents, afterCents }],
    };
  }
  const [ofWallet, lost] = [walletCents, lostCents].map((cents) => formatKes(shillingsOf(cents)));
  return {
    way: `paid under ${said.receipt} after it was given back: ${ofWallet} out of the wallet, ${lost} at our loss`,
    balances: [{ of, beforeCents, afterCents: beforeCents - walletCents }],
  };
}

function summaryOf(
  said: { outcome: 'paid'; receipt: string } | { outcome: 'not_paid'; statement: string },
  netCents: bigint,
): string {
  const what = `Mark a withdrawal of ${formatKes(shillingsOf(netCents))} as`;
  return said.outcome === 'paid'
    ? `${what} paid under receipt ${said.receipt}`
    : `${what} not paid: it is not in the statement ${said.statement}`;
}
