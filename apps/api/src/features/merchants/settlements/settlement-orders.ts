import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import {
  applyOneByOne,
  contradict,
  lockOneByOne,
  openOrder,
  recordOnlySuccess,
  type Order,
  type OrderKind,
} from '../../mpesa/orders/index.ts';
import { findAttempt, updateAttempt, type Attempt } from './attempt-store.ts';
import { completeSettlement } from './complete-settlement.ts';
import type { Destination } from './destination.ts';
import { failAttempt } from './fail-attempt.ts';
import { lockSettlement, type SettlementRecord } from './store.ts';
import { whyFailed } from './words.ts';

const REMARKS = 'Zawadi settlement';
const TEN_MINUTES_SECONDS = 600;
/** A pay-out without a result for this long opens a review. Administrators may then decide its outcome. */
export const LONG_SECONDS = 3_600;

/**
 * The M-PESA order of one attempt to pay a batch, under the attempt's id. An order to a phone (B2C) may be sent again
 * under that id, and pays once. For an order to a business (B2B), M-PESA accepts no idempotency key. We therefore
 * send it once, unless it certainly did not arrive. A success after a failure still completes the batch, because its
 * money is reserved until it is paid or canceled.
 */
export const settlementOrders: OrderKind = {
  circuit: 'settlements',
  resultsOf: ({ party }) => (isPhone(party) ? 'b2c' : 'b2b'),
  repeat: ({ call }) => (call === 'b2c' ? 'under-its-id' : 'never'),
  review: ({ party, sentAt }) => ({
    kind: 'settlement_unknown_for_long',
    // A payment to a business that M-PESA has not acknowledged can be neither sent again nor queried.
    afterSeconds: isPhone(party) || sentAt ? LONG_SECONDS : TEN_MINUTES_SECONDS,
  }),
  lockOwners: lockOneByOne((tx, { homeId: merchantId, ownerId: settlementId }) =>
    lockSettlement(tx, { merchantId, settlementId }),
  ),

  request: async (db, order) => {
    const attempt = await findAttempt(db, { merchantId: order.homeId, attemptId: order.id });
    // Administrators may have decided the outcome already.
    if (attempt?.state !== 'OPEN') return undefined;
    const { destination: to, batchId } = attempt;
    const common = { amountShillings: shillingsOf(order.amountCents), remarks: `${REMARKS} ${batchId}` };
    return to.kind === 'mpesa'
      ? { call: 'b2c', ...common, originatorConversationId: order.id, msisdn: to.msisdn }
      : { call: 'b2b', ...common, ...businessOf(to) };
  },

  onSucceeded: applyOneByOne(async (tx, deps, order, success) => {
    const { settlement, attempt } = await lockCase(tx, order);
    const isAnotherOneAtWork = settlement.attemptId !== attempt.id && settlement.status === 'PROCESSING';
    const isKnown = order.state === 'SUCCEEDED';
    const details = { settlementId: settlement.id };
    if (!isKnown && settlement.status === 'CANCELED') {
      return contradict(tx, deps, order, 'success_after_release', details);
    }
    if (!isKnown && (settlement.status === 'COMPLETED' || isAnotherOneAtWork)) {
      return contradict(tx, deps, order, 'paid_twice', details);
    }
    const recorded = await recordOnlySuccess(tx, deps, order, success);
    if (recorded === 'review') return 'review';
    const { receipt: reference, chargeCents } = success;
    if (recorded === 'receipt') {
      const key = { merchantId: order.homeId, attemptId: order.id };
      await updateAttempt(tx, key, { reference: reference ?? null });
      return 'repeated';
    }
    await completeSettlement(tx, deps, { settlement, attempt, reference, chargeCents });
    return 'completed';
  }),

  onFailed: async (tx, deps, order, failure) => {
    const { settlement, attempt } = await lockCase(tx, order);
    const words = whyFailed(attempt.destination, failure);
    await failAttempt(tx, deps, { settlement, attempt, words, isOurFault: failure.isOurFault });
    return 'failed';
  },
};

/** Opens the order for an attempt that M-PESA pays. */
export function openPayOut(
  tx: Transaction,
  { merchantId, id: settlementId, amountCents, feeCents }: SettlementRecord,
  { attemptId, destination }: { attemptId: string; destination: Destination },
): Promise<void> {
  return openOrder(tx, {
    kind: 'settlement',
    homeId: merchantId,
    id: attemptId,
    ownerId: settlementId,
    party: partyOf(destination),
    amountCents: amountCents - feeCents,
    isUnderOwnId: destination.kind === 'mpesa',
  });
}

function partyOf(to: Destination): string {
  if (to.kind === 'mpesa') return to.msisdn;
  return to.kind === 'till' ? to.tillNumber : to.payBillNumber;
}

function isPhone(party: string): boolean {
  return /^254\d{9}$/u.test(party);
}

function businessOf(to: Exclude<Destination, { kind: 'mpesa' }>) {
  if (to.kind === 'till') {
    return { command: 'BusinessBuyGoods', receiverShortCode: to.tillNumber } as const;
  }
  return {
    command: 'BusinessPayBill',
    receiverShortCode: to.payBillNumber,
    accountReference: to.accountNumber,
  } as const;
}

/** Locks the batch of an attempt; returns both. */
async function lockCase(
  tx: Transaction,
  { homeId: merchantId, ownerId: settlementId, id: attemptId }: Order,
): Promise<{ settlement: SettlementRecord; attempt: Attempt }> {
  const settlement = await lockSettlement(tx, { merchantId, settlementId });
  const attempt = await findAttempt(tx, { merchantId, attemptId });
  if (!attempt) throw new Error(`the attempt of the order ${attemptId} does not exist`);
  return { settlement, attempt };
}
