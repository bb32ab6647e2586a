import { coverMsisdn, formatMsisdn, shillingsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { raiseReview, reopenReview } from '../../services/reviews/index.ts';
import { readUser } from '../../people/users/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify } from '../../services/messages/index.ts';
import {
  applyOneByOne,
  contradict,
  lockOneByOne,
  openOrder,
  recordOnlySuccess,
  type OrderKind,
} from '../../mpesa/orders/index.ts';
import { refundPostings } from '../../services/postings/index.ts';
import { lockRefund, readRefundedGift, recordReversalReceipt, resolveRefund, type Refund } from './store.ts';

const REMARKS = 'Zawadi refund';
const HOUR_SECONDS = 3_600;

/**
 * Order of a refund, by which M-PESA reverses the payment. M-PESA reverses a payment at most once, so an order with
 * an unknown outcome may be sent again. Each send has its own id.
 */
export const refundOrders: OrderKind = {
  resultsOf: () => 'reversal',
  repeat: () => 'always',
  hasIdPerSend: true,
  waitsForTransientErrors: true,
  review: () => ({ kind: 'refund_unknown_for_long', afterSeconds: HOUR_SECONDS }),
  lockOwners: lockOneByOne((tx, { homeId, ownerId: refundId }) => lockRefund(tx, { homeId, refundId })),

  request: async (_db, { party: receipt, amountCents }) => ({
    call: 'reversal',
    receipt,
    amountShillings: shillingsOf(amountCents),
    remarks: REMARKS,
  }),

  onSucceeded: applyOneByOne(async (tx, deps, order, success) => {
    const refund = await lockRefund(tx, { homeId: order.homeId, refundId: order.ownerId });
    if (refund.status !== 'PENDING' && refund.returnedTo !== 'mpesa') {
      return contradict(tx, deps, order, 'success_after_release', { returnedTo: refund.returnedTo });
    }
    const recorded = await recordOnlySuccess(tx, deps, order, success);
    if (recorded === 'review') return 'review';
    if (recorded === 'receipt') {
      if (success.receipt) await recordReversalReceipt(tx, refund, success.receipt);
      return 'repeated';
    }
    if (success.isReversedBefore && order.sends === 1) {
      // The payment was reversed in M-PESA's portal, or by Safaricom.
      const details = { receipt: refund.originalReceipt, amount: shillingsOf(refund.amountCents) };
      await raiseReview(tx, { kind: 'refund_reversed_elsewhere', subjectId: refund.id, details });
      deps.log.warn({ refundId: refund.id }, 'M-PESA had reversed a payment before our refund order');
    }
    const { id: refundId, homeId } = refund;
    const { receipt } = success;
    await postOrThrow(tx, [refundPostings.refundReversed({ refundId, homeId, reference: receipt })]);
    await resolveRefund(tx, refund, { status: 'COMPLETED', returnedTo: 'mpesa', mpesaReceipt: receipt });
    await notifyBuyer(tx, deps, refund, 'mpesa');
    return 'completed';
  }),

  onFailed: async (tx, deps, order, { resultCode, isOurFault }) => {
    const refund = await lockRefund(tx, { homeId: order.homeId, refundId: order.ownerId });
    if (isOurFault) {
      const details = { resultCode, amount: shillingsOf(refund.amountCents) };
      await raiseReview(tx, { kind: 'refund_refused', subjectId: refund.id, details });
      deps.log.error({ refundId: refund.id, resultCode }, 'M-PESA refuses our reversals');
    }
    return refundWithoutMpesa(tx, deps, refund, resultCode);
  },
};

/** Opens a refund's order. Needs the receipt, by which M-PESA finds the payment. */
export function openReversal(
  tx: Transaction,
  refund: { homeId: string; refundId: string; receipt: string; amountCents: bigint },
): Promise<void> {
  const { homeId, refundId, receipt, amountCents } = refund;
  const order = { homeId, id: refundId, ownerId: refundId, party: receipt, amountCents };
  return openOrder(tx, { ...order, kind: 'refund' });
}

/** Refunds without M-PESA, after a definite refusal: the money goes to the buyer's wallet, or back to suspense. */
export async function refundWithoutMpesa(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  refund: Refund,
  resultCode: string,
): Promise<'to_wallet' | 'to_suspense'> {
  const { id: refundId, homeId, buyerId, reviewId } = refund;
  if (buyerId !== null && (await readUser(tx, buyerId)) !== undefined) {
    await postOrThrow(tx, [refundPostings.refundToWallet({ refundId, homeId, buyerId })]);
    await resolveRefund(tx, refund, { status: 'COMPLETED', returnedTo: 'wallet' });
    await notifyBuyer(tx, deps, refund, 'wallet');
    return 'to_wallet';
  }
  await postOrThrow(tx, [refundPostings.refundToSuspense({ refundId, homeId })]);
  await resolveRefund(tx, refund, { status: 'CANCELED', returnedTo: 'suspense' });
  const details = { received: shillingsOf(refund.amountCents), receipt: refund.originalReceipt, resultCode };
  if (reviewId === null) await raiseReview(tx, { kind: 'refund_without_owner', subjectId: homeId, details });
  else await reopenReview(tx, reviewId);
  return 'to_suspense';
}

/** Notifies the buyer where the refund went. */
export async function notifyBuyer(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { id, homeId, buyerId, amountCents }: Pick<Refund, 'id' | 'homeId' | 'buyerId' | 'amountCents'>,
  returnedTo: 'mpesa' | 'wallet',
): Promise<void> {
  const buyer = buyerId === null ? undefined : await readUser(tx, buyerId);
  if (!buyer) return;
  const gift = await readRefundedGift(tx, homeId);
  await notify(tx, deps, {
    template: 'refund-completed',
    data: {
      amount: shillingsOf(amountCents),
      isInWallet: returnedTo === 'wallet',
      recipientName: gift?.recipientName,
      payer: gift && payerText(gift.payer),
    },
    sms: buyer.phoneVerified ? buyer.phoneMsisdn : undefined,
    email: buyer.emailAlerts ? buyer.email : undefined,
    push: { userId: buyer.id },
    language: buyer.language,
    dedupeKey: id,
  });
  await publishHint(tx, { userId: buyer.id, topic: 'wallet', id: buyer.id });
  await publishHint(tx, { userId: buyer.id, topic: 'voucher', id: homeId });
}

/** Formats a paying number for an SMS, whose alphabet has no dots in the middle of the line. */
function payerText(payer: string): string {
  return payer.includes('*') ? coverMsisdn(payer).replaceAll('•', '*') : formatMsisdn(payer);
}
