import { shillingsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import type { PayOutResult } from '../../mpesa/client/index.ts';
import { notify, type Notice } from '../../messages/messages/index.ts';
import { pause } from '../../mpesa/client/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { readUser } from '../../access/users/index.ts';
import { postings } from '../postings/index.ts';
import { takeReceipt } from '../unique-names/index.ts';
import { lockWithdrawal, updateWithdrawal, type Withdrawal, type WithdrawalKey } from './store.ts';

export type Applied = 'completed' | 'canceled' | 'repeated' | 'review';

type Success = Extract<PayOutResult, { outcome: 'succeeded' }>;
type Failure = Extract<PayOutResult, { outcome: 'failed' }>;
type ApplyDeps = Pick<Deps, 'keys' | 'log'>;

/**
 * Applies what M-PESA said about a pay-out. Forward only and as often as one likes. Money that M-PESA paid after it
 * had told us of a failure cannot be booked against a reservation that is gone: that is a case for a person.
 */
export async function applyWithdrawalResult(
  tx: Transaction,
  deps: ApplyDeps,
  key: WithdrawalKey,
  result: PayOutResult,
): Promise<Applied> {
  const withdrawal = await lockWithdrawal(tx, key);
  if (withdrawal.status === 'PENDING') {
    return result.outcome === 'succeeded'
      ? complete(tx, deps, withdrawal, result)
      : cancel(tx, deps, withdrawal, result);
  }
  if (withdrawal.status === 'COMPLETED') {
    return result.outcome === 'succeeded'
      ? completeAgain(tx, deps, withdrawal, result)
      : contradict(tx, deps, withdrawal, 'failure_after_success');
  }
  return result.outcome === 'failed' ? 'repeated' : contradict(tx, deps, withdrawal, 'success_after_release');
}

/** A status may settle without a receipt, which the result then brings; another receipt is another pay-out. */
async function completeAgain(
  tx: Transaction,
  deps: ApplyDeps,
  withdrawal: Withdrawal,
  { receipt }: Success,
): Promise<Applied> {
  const { userId, id: withdrawalId, transactionCode } = withdrawal;
  if (receipt === undefined || receipt === transactionCode) return 'repeated';
  if (transactionCode !== null) return contradict(tx, deps, withdrawal, 'paid_twice');
  if (!(await takeReceipt(tx, receipt, { homeId: userId, targetId: withdrawalId }))) return 'review';
  await updateWithdrawal(tx, { userId, withdrawalId }, { transaction_code: receipt });
  await publishHint(tx, { userId, topic: 'withdrawal', id: withdrawalId });
  return 'repeated';
}

async function contradict(
  tx: Transaction,
  deps: ApplyDeps,
  { id, status }: Withdrawal,
  kind: 'paid_twice' | 'failure_after_success' | 'success_after_release',
): Promise<Applied> {
  await raiseReview(tx, { kind, subjectId: id, details: { status } });
  deps.log.error({ withdrawalId: id, kind }, 'M-PESA contradicts itself about a pay-out');
  return 'review';
}

async function complete(
  tx: Transaction,
  deps: ApplyDeps,
  withdrawal: Withdrawal,
  result: Success,
): Promise<Applied> {
  const { userId, id: withdrawalId, amountCents, feeCents } = withdrawal;
  const target = { homeId: userId, targetId: withdrawalId };
  if (result.receipt && !(await takeReceipt(tx, result.receipt, target))) return 'review';
  await postPaid(tx, withdrawal, result);
  await updateWithdrawal(
    tx,
    { userId, withdrawalId },
    {
      status: 'COMPLETED',
      send_state: null,
      transaction_code: result.receipt ?? null,
      paid_to_name: result.paidToName ?? null,
      completed_at: databaseNow,
      settled_at: databaseNow,
    },
  );
  await tell(tx, deps, withdrawal, {
    template: 'withdrawal-completed',
    data: {
      amount: shillingsOf(amountCents),
      paidOut: shillingsOf(amountCents - feeCents),
      transactionCode: result.receipt ?? withdrawalId.toUpperCase(),
    },
  });
  return 'completed';
}

async function postPaid(tx: Transaction, withdrawal: Withdrawal, result: Success): Promise<void> {
  const { userId, id: withdrawalId, amountCents, feeCents } = withdrawal;
  const netCents = amountCents - feeCents;
  const groups = [
    postings.withdrawalPaid({ withdrawalId, userId, netCents, feeCents, reference: result.receipt }),
  ];
  if (result.chargeCents !== undefined && result.chargeCents > 0n) {
    groups.push(
      postings.providerCharge({
        causeId: withdrawalId,
        homeId: userId,
        amountCents: result.chargeCents,
        reference: result.receipt,
      }),
    );
  }
  await postOrThrow(tx, groups);
}

async function cancel(
  tx: Transaction,
  deps: ApplyDeps,
  withdrawal: Withdrawal,
  result: Failure,
): Promise<Applied> {
  const { userId, id: withdrawalId } = withdrawal;
  await postOrThrow(tx, [postings.withdrawalReleased({ withdrawalId, userId })]);
  await updateWithdrawal(
    tx,
    { userId, withdrawalId },
    {
      status: 'CANCELED',
      send_state: null,
      failure_reason: result.reason,
      result_code: result.resultCode,
      settled_at: databaseNow,
    },
  );
  if (result.isOurFault) await pauseForOurFault(tx, deps, withdrawalId, result.resultCode);
  await tell(tx, deps, withdrawal, {
    template: 'withdrawal-failed',
    data: { amount: shillingsOf(withdrawal.amountCents), reason: result.reason },
  });
  return 'canceled';
}

async function pauseForOurFault(
  tx: Transaction,
  deps: ApplyDeps,
  withdrawalId: string,
  resultCode: string,
): Promise<void> {
  await pause(tx, 'withdrawals', `M-PESA result ${resultCode}`);
  const kind = resultCode === '1' ? 'float_short' : 'provider_refused_us';
  await raiseReview(tx, { kind, subjectId: withdrawalId, details: { resultCode } });
  deps.log.error({ withdrawalId, resultCode }, 'M-PESA refuses our pay-outs; withdrawals are paused');
}

type News = Extract<Notice, { template: 'withdrawal-completed' | 'withdrawal-failed' }>;

/** Tells the person by message, and the open screen by a hint. */
async function tell(tx: Transaction, deps: ApplyDeps, { userId, id }: Withdrawal, news: News): Promise<void> {
  const user = await readUser(tx, userId);
  const email = user?.emailAlerts ? user.email : undefined;
  // Another user may have verified the number meanwhile.
  const sms = user?.phoneVerified ? user.phoneMsisdn : undefined;
  const push = { userId };
  await notify(tx, deps, { ...news, sms, email, push, language: user?.language, dedupeKey: id });
  await publishHint(tx, { userId, topic: 'withdrawal', id });
}
