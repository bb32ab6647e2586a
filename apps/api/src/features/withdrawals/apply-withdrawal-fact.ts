import { shillingsOf, type FailureReason } from '@zawadi/contract';
import { post } from '../../ledger/index.ts';
import { databaseNow } from '../../platform/db/database-time.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { postings } from '../books/index.ts';
import { publishHint } from '../live/index.ts';
import { takeName } from '../lookups/index.ts';
import { notify } from '../notifications/index.ts';
import { raiseReview } from '../reviews/index.ts';
import { readUser } from '../users/index.ts';
import { pauseWithdrawals } from './pause-store.ts';
import { lockWithdrawal, updateWithdrawal, type Withdrawal, type WithdrawalKey } from './store.ts';

/** What M-PESA said about a pay-out, by result or status query. */
export type WithdrawalFact =
  | { outcome: 'succeeded'; receipt?: string; paidToName?: string; chargeCents?: bigint }
  | { outcome: 'failed'; resultCode: string; reason: FailureReason; isOurFault: boolean };

export type Applied = 'completed' | 'canceled' | 'repeated' | 'review';

/**
 * Applies what M-PESA said about a pay-out. Forward only and as often as one likes. Money that M-PESA paid after it
 * had told us of a failure cannot be booked against a reservation that is gone: that is a case for a person.
 */
export async function applyWithdrawalFact(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'log'>,
  key: WithdrawalKey,
  fact: WithdrawalFact,
): Promise<Applied> {
  const withdrawal = await lockWithdrawal(tx, key);
  if (withdrawal.status === 'PENDING') {
    return fact.outcome === 'succeeded'
      ? complete(tx, deps, withdrawal, fact)
      : cancel(tx, deps, withdrawal, fact);
  }
  const isSame = (withdrawal.status === 'COMPLETED') === (fact.outcome === 'succeeded');
  if (isSame) return 'repeated';
  const kind = fact.outcome === 'succeeded' ? 'success_after_release' : 'failure_after_success';
  await raiseReview(tx, { kind, subjectId: withdrawal.id, details: { status: withdrawal.status } });
  deps.log.error({ withdrawalId: withdrawal.id, kind }, 'M-PESA contradicts itself about a pay-out');
  return 'review';
}

async function complete(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'log'>,
  withdrawal: Withdrawal,
  fact: Extract<WithdrawalFact, { outcome: 'succeeded' }>,
): Promise<Applied> {
  const { userId, id: withdrawalId, amountCents, feeCents } = withdrawal;
  if (
    fact.receipt &&
    !(await takeName(tx, 'receipt', fact.receipt, { homeId: userId, targetId: withdrawalId }))
  ) {
    await raiseReview(tx, {
      kind: 'receipt_reused',
      subjectId: withdrawalId,
      details: { receipt: fact.receipt },
    });
    return 'review';
  }
  const netCents = amountCents - feeCents;
  const money = { withdrawalId, userId, netCents, feeCents, reference: fact.receipt };
  const groups = [postings.withdrawalPaid(money)];
  if (fact.chargeCents !== undefined && fact.chargeCents > 0n) {
    groups.push(
      postings.providerCharge({ causeId: withdrawalId, homeId: userId, amountCents: fact.chargeCents }),
    );
  }
  const [paid] = await post(tx, groups);
  if (paid?.outcome === 'refused') throw new Error(`the reservation of withdrawal ${withdrawalId} is gone`);
  await updateWithdrawal(
    tx,
    { userId, withdrawalId },
    {
      status: 'COMPLETED',
      send_state: null,
      transaction_code: fact.receipt ?? null,
      paid_to_name: fact.paidToName ?? null,
      completed_at: databaseNow,
      settled_at: databaseNow,
    },
  );
  const user = await readUser(tx, userId);
  const data = {
    amount: shillingsOf(amountCents),
    paidOut: shillingsOf(netCents),
    transactionCode: fact.receipt ?? withdrawalId.toUpperCase(),
  };
  await notify(tx, deps, {
    template: 'withdrawal-completed',
    data,
    sms: user?.phoneMsisdn,
    email: user?.emailAlerts ? user.email : undefined,
    dedupeKey: withdrawalId,
  });
  await publishHint(tx, { userId, topic: 'withdrawal', id: withdrawalId });
  return 'completed';
}

async function cancel(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'log'>,
  withdrawal: Withdrawal,
  fact: Extract<WithdrawalFact, { outcome: 'failed' }>,
): Promise<Applied> {
  const { userId, id: withdrawalId } = withdrawal;
  const [released] = await post(tx, [postings.withdrawalReleased({ withdrawalId, userId })]);
  if (released?.outcome === 'refused')
    throw new Error(`the reservation of withdrawal ${withdrawalId} is gone`);
  await updateWithdrawal(
    tx,
    { userId, withdrawalId },
    {
      status: 'CANCELED',
      send_state: null,
      failure_reason: fact.reason,
      result_code: fact.resultCode,
      settled_at: databaseNow,
    },
  );
  if (fact.isOurFault) {
    await pauseWithdrawals(tx, `M-PESA result ${fact.resultCode}`);
    const kind = fact.resultCode === '1' ? 'float_short' : 'provider_refused_us';
    await raiseReview(tx, { kind, subjectId: withdrawalId, details: { resultCode: fact.resultCode } });
    deps.log.error(
      { withdrawalId, resultCode: fact.resultCode },
      'M-PESA refuses our pay-outs; withdrawals are paused',
    );
  }
  const user = await readUser(tx, userId);
  await notify(tx, deps, {
    template: 'withdrawal-failed',
    data: { amount: shillingsOf(withdrawal.amountCents), reason: fact.reason },
    sms: user?.phoneMsisdn,
    email: user?.emailAlerts ? user.email : undefined,
    dedupeKey: withdrawalId,
  });
  await publishHint(tx, { userId, topic: 'withdrawal', id: withdrawalId });
  return 'canceled';
}
