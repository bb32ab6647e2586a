import { coverMsisdn, shillingsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { openNotMeLink } from '../../people/credentials/index.ts';
import { readUser } from '../../people/users/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import {
  applyOneByOne,
  contradict,
  lockOneByOne,
  recordOnlySuccess,
  type Failure,
  type OrderDeps,
  type OrderKind,
  type Success,
} from '../../mpesa/orders/index.ts';
import { postings } from '../../services/postings/index.ts';
import { lockWithdrawal, updateWithdrawal, type Withdrawal } from './store.ts';

const REMARKS = 'Zawadi withdrawal';
const HOUR_SECONDS = 3_600;

/**
 * Order of a withdrawal. It has the withdrawal's id, for which M-PESA pays at most once. If M-PESA pays after
 * reporting a failure, the reservation is already released. Such a payment cannot be booked and opens a review for
 * administrators.
 */
export const withdrawalOrders: OrderKind = {
  circuit: 'withdrawals',
  resultsOf: () => 'b2c',
  repeat: () => 'under-its-id',
  review: () => ({ kind: 'withdrawal_unknown_for_long', afterSeconds: HOUR_SECONDS }),
  lockOwners: lockOneByOne((tx, { homeId: userId, ownerId: withdrawalId }) =>
    lockWithdrawal(tx, { userId, withdrawalId }),
  ),

  request: async (_db, { id, party: msisdn, amountCents }) => ({
    call: 'b2c',
    originatorConversationId: id,
    msisdn,
    amountShillings: shillingsOf(amountCents),
    remarks: REMARKS,
  }),

  onSucceeded: applyOneByOne(async (tx, deps, order, success) => {
    const key = { userId: order.homeId, withdrawalId: order.ownerId };
    const withdrawal = await lockWithdrawal(tx, key);
    if (withdrawal.status === 'CANCELED') {
      return contradict(tx, deps, order, 'success_after_release', { receipt: success.receipt ?? null });
    }
    const recorded = await recordOnlySuccess(tx, deps, order, success);
    if (recorded === 'review') return 'review';
    if (recorded === 'receipt') {
      await updateWithdrawal(tx, key, { transaction_code: success.receipt ?? null });
      await publishHint(tx, { userId: order.homeId, topic: 'withdrawal', id: order.ownerId });
      return 'repeated';
    }
    await complete(tx, deps, withdrawal, success);
    return 'completed';
  }),

  onFailed: async (tx, deps, order, failure) => {
    const key = { userId: order.homeId, withdrawalId: order.ownerId };
    await release(tx, deps, await lockWithdrawal(tx, key), failure);
    return 'canceled';
  },
};

/** Cancels a withdrawal and releases the reserved money to the wallet. */
export async function release(
  tx: Transaction,
  deps: Pick<OrderDeps, 'keys'>,
  withdrawal: Withdrawal,
  { reason }: Pick<Failure, 'reason'>,
): Promise<void> {
  const key = { userId: withdrawal.userId, withdrawalId: withdrawal.id };
  await postOrThrow(tx, [postings.withdrawalReleased(key)]);
  await updateWithdrawal(tx, key, {
    status: 'CANCELED',
    failure_reason: reason,
    settled_at: databaseNow,
  });
  await notifyOwner(tx, deps, withdrawal, {
    template: 'withdrawal-failed',
    data: { amount: shillingsOf(withdrawal.amountCents), reason },
  });
}

/** Completes a withdrawal: posts the reserved money as paid. */
export async function complete(
  tx: Transaction,
  deps: Pick<OrderDeps, 'keys' | 'config'>,
  withdrawal: Withdrawal,
  { receipt, paidToName, chargeCents = 0n }: Success,
): Promise<void> {
  const { userId, id: withdrawalId, amountCents, feeCents } = withdrawal;
  const netCents = amountCents - feeCents;
  await postOrThrow(tx, [
    postings.withdrawalPaid({ withdrawalId, userId, netCents, feeCents, reference: receipt }),
    ...(chargeCents > 0n
      ? [
          postings.providerCharge({
            causeId: withdrawalId,
            homeId: userId,
            amountCents: chargeCents,
            reference: receipt,
          }),
        ]
      : []),
  ]);
  await updateWithdrawal(
    tx,
    { userId, withdrawalId },
    {
      status: 'COMPLETED',
      transaction_code: receipt ?? null,
      paid_to_name: paidToName ?? null,
      completed_at: databaseNow,
      settled_at: databaseNow,
    },
  );
  const user = await readUser(tx, userId);
  const isOwn = user?.phoneVerified === true && user.phoneMsisdn === withdrawal.msisdn;
  await notifyOwner(tx, deps, withdrawal, {
    template: 'withdrawal-completed',
    data: {
      amount: shillingsOf(amountCents),
      paidOut: shillingsOf(netCents),
      transactionCode: receipt ?? withdrawalId.toUpperCase(),
      to: isOwn ? undefined : coverMsisdn(withdrawal.msisdn),
      link: await openNotMeLink(tx, deps, { userId, about: 'pay-out' }),
    },
  });
}

type News = Extract<
  Notice,
  { template: 'withdrawal-completed' | 'withdrawal-failed' | 'withdrawal-paid-late' }
>;

/** Notifies the owner by message, and updates the open screen by a hint. */
export async function notifyOwner(
  tx: Transaction,
  deps: Pick<OrderDeps, 'keys'>,
  { userId, id }: Withdrawal,
  news: News,
): Promise<void> {
  const user = await readUser(tx, userId);
  // A completed withdrawal is notified to every verified contact, even with alerts off: it may be a thief's.
  const isTold = news.template === 'withdrawal-completed' ? user?.emailVerified : user?.emailAlerts;
  const email = isTold ? user?.email : undefined;
  // Another user may have verified the phone number since.
  const sms = user?.phoneVerified ? user.phoneMsisdn : undefined;
  const push = { userId };
  await notify(tx, deps, { ...news, sms, email, push, language: user?.language, dedupeKey: id });
  await publishHint(tx, { userId, topic: 'withdrawal', id });
}
