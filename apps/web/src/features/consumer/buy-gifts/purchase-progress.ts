import type { OrderStatus, PurchaseState } from '@zawadi/contract/payments';
import type { TimelineItem } from '../../../ui/timeline.tsx';
import { clockText } from '../../../ui/time-text.ts';
import { purchaseFailure } from '../failure-sentences.ts';

/** Where a purchase stands, as one of the pictures the payment step knows. */
export type PurchasePhase = 'not-asked' | 'on-the-phone' | 'asking-mpesa' | 'completed' | 'canceled';

/**
 * The picture of a purchase.
 * @param promptSecondsLeft how long M-PESA keeps the prompt on the phone, 0 when it is gone or unknown
 */
export function purchasePhase(status: OrderStatus, promptSecondsLeft: number): PurchasePhase {
  if (status === 'PENDING') return promptSecondsLeft > 0 ? 'on-the-phone' : 'asking-mpesa';
  return phases[status];
}

const phases = {
  REGISTERED: 'not-asked',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
} as const satisfies Record<Exclude<OrderStatus, 'PENDING'>, PurchasePhase>;

/** The first 8 characters of the request id, upper-cased: what the customer quotes to support. */
export function transactionId(requestId: string): string {
  return requestId.slice(0, 8).toUpperCase();
}

type Knot = TimelineItem & { title: string };

/** The thread beside the prompt: what happened, what we wait for, what comes. */
export function paymentThread(
  purchase: Pick<PurchaseState, 'orderStatus' | 'failureReason' | 'prompt' | 'completedAt'>,
  phase: PurchasePhase,
  recipientFirstName: string,
): Knot[] {
  const sent = knot('done', 'Prompt sent', purchase.prompt?.sentAt);
  const delivered = `Voucher sent to ${recipientFirstName}`;
  const ahead = knot('ahead', delivered);
  const threads = {
    'not-asked': [knot('now', 'Ready to ask M-PESA'), knot('ahead', 'Your PIN'), ahead],
    'on-the-phone': [sent, { ...knot('now', 'Waiting for your PIN'), note: BY_ITSELF }, ahead],
    'asking-mpesa': [sent, { ...knot('now', 'Asking M-PESA for the result'), note: BY_ITSELF }, ahead],
    completed: [sent, knot('done', 'Paid', purchase.completedAt), knot('done', delivered)],
    canceled: [sent, knot('failed', purchaseFailure(purchase.failureReason).what), ahead],
  } satisfies Record<PurchasePhase, Knot[]>;
  return threads[phase];
}

const BY_ITSELF = 'This page updates by itself.';

function knot(state: Knot['state'], title: string, at?: string): Knot {
  return { key: title, state, title, time: at === undefined ? undefined : clockText(new Date(at)) };
}
