import {
  cloth,
  coverMsisdn,
  failureReason,
  orderStatus,
  shillingsOf,
  type PurchasedGift,
  type PurchaseState,
} from '@zawadi/contract';
import { isOpenState, listOrders, type Order, type OrderDeps } from '../../mpesa/orders/index.ts';
import { describeBoughtVoucher } from '../vouchers/index.ts';
import { listGifts, type PurchasedGift as Gift } from './gifts-store.ts';
import { findWaitingReport } from './pay-bill-store.ts';
import { PROMPT_SECONDS, UNKNOWN_SEND_SECONDS } from './prompt-rules.ts';
import type { Purchase } from './store.ts';

/** Seconds to wait before a prompt may be retried, by M-PESA's result code. */
const PAUSE_SECONDS: Record<string, number> = { '17': 120, '1001': 60, '26': 30 };

const PAYMENT_CHECK = { CHECKING: 'checking', OVERDUE: 'overdue' } as const;

/**
 * Describes the state of a purchase from our database only.
 * @param purchase as just read
 */
export async function describePurchase(
  deps: Pick<OrderDeps, 'db' | 'keys' | 'mpesaShortCode'>,
  purchase: Purchase,
): Promise<PurchaseState> {
  const { homeId } = purchase;
  const [latest] = await listOrders(deps.db, { homeId });
  const check = purchase.status === 'PENDING' ? await findWaitingReport(deps.db, homeId) : undefined;
  const isPaid = purchase.status === 'COMPLETED';
  const rows = await listGifts(deps.db, [homeId]);
  const gifts = await Promise.all(rows.map(async (gift) => describeGift(deps, gift, isPaid)));
  const [first] = gifts;
  if (!first) throw new Error(`purchase ${purchase.id} has no gift`);
  return {
    ...first,
    requestId: purchase.id,
    orderStatus: orderStatus.parse(purchase.status),
    failureReason: failureReason.optional().parse(purchase.failureReason ?? undefined),
    amount: shillingsOf(purchase.amountCents),
    fee: shillingsOf(purchase.feeCents),
    value: shillingsOf(purchase.amountCents - purchase.feeCents),
    partyA: purchase.payerMsisdn,
    billReferenceNumber: purchase.billReference,
    shortCode: deps.mpesaShortCode,
    mpesaReceipt: purchase.mpesaReceipt ?? undefined,
    paidFrom: purchase.paidFrom === null ? undefined : coverMsisdn(purchase.paidFrom),
    paidBy: purchase.paidBy === 'wallet' ? 'wallet' : undefined,
    completedAt: purchase.completedAt?.toISOString(),
    paymentCheck: check && PAYMENT_CHECK[check],
    prompt: latest && promptOf(purchase, latest),
    retryAt: latest && retryAtOf(purchase, latest),
    gifts: gifts.length === 1 ? undefined : gifts,
  };
}

async function describeGift(
  deps: Pick<OrderDeps, 'db' | 'keys'>,
  gift: Gift,
  isPaid: boolean,
): Promise<PurchasedGift> {
  return {
    amount: shillingsOf(gift.amountCents),
    fee: shillingsOf(gift.feeCents),
    value: shillingsOf(gift.amountCents - gift.feeCents),
    recipientName: gift.recipientName,
    recipientMsisdn: gift.recipientMsisdn,
    recipientEmail: gift.recipientEmail,
    copyEmail: gift.copyEmail ?? undefined,
    message: gift.message,
    cloth: cloth.parse(gift.cloth),
    deliverAt: gift.deliverAt?.toISOString(),
    voucher: isPaid ? await describeBoughtVoucher(deps, gift.voucherId) : undefined,
  };
}

function promptOf(purchase: Purchase, order: Order): PurchaseState['prompt'] {
  if (purchase.status !== 'PENDING' || !isOpenState(order.state)) return undefined;
  const sentAt = order.sentAt ?? order.createdAt;
  return {
    sentAt: sentAt.toISOString(),
    expiresAt: secondsAfter(sentAt, PROMPT_SECONDS).toISOString(),
    isUnanswered: isUnanswered(order) ? true : undefined,
  };
}

/** Whether M-PESA did not answer the request for the prompt. It may still execute the request. */
function isUnanswered({ state, sentAt }: Order): boolean {
  return state === 'UNKNOWN' && sentAt === null;
}

function retryAtOf(purchase: Purchase, order: Order): string | undefined {
  if (purchase.status === 'PENDING' && isUnanswered(order))
    return secondsAfter(order.createdAt, UNKNOWN_SEND_SECONDS).toISOString();
  const pause = PAUSE_SECONDS[order.resultCode ?? ''];
  if (purchase.status !== 'CANCELED' || pause === undefined || !order.endedAt) return undefined;
  return secondsAfter(order.endedAt, pause).toISOString();
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
