import type { OrderStatus, PurchaseState } from '@zawadi/contract/purchases';
import { say } from '../../../i18n/say.ts';
import type { TimelineItem } from '../../../ui/timeline.tsx';
import { clockText } from '../../../ui/time-text.ts';
import { purchaseFailure } from '../failure-sentences.ts';
import { isAhead } from './delivery.ts';

/** Phase of a purchase; the payment step shows one picture for each. */
export type PurchasePhase =
  | 'not-asked'
  | 'on-the-phone'
  | 'unanswered'
  | 'asking-mpesa'
  | 'checking'
  | 'overdue'
  | 'completed'
  | 'canceled';

/**
 * Returns the phase of a purchase.
 * @param promptSecondsLeft seconds until the prompt disappears from the phone; 0 if it has gone or the time is unknown
 */
export function purchasePhase(
  { orderStatus, paymentCheck, prompt }: Pick<PurchaseState, 'orderStatus' | 'paymentCheck' | 'prompt'>,
  promptSecondsLeft: number,
): PurchasePhase {
  if (orderStatus !== 'PENDING') return phases[orderStatus];
  if (prompt?.isUnanswered && paymentCheck === undefined) return 'unanswered';
  if (promptSecondsLeft > 0) return 'on-the-phone';
  return paymentCheck ?? 'asking-mpesa';
}

/** Returns whether the buyer can request a prompt next. */
export function canPrompt(phase: PurchasePhase): boolean {
  return phase === 'not-asked' || phase === 'unanswered' || phase === 'canceled' || phase === 'overdue';
}

/** Returns whether the buyer can pay by hand. A payment already made by hand is checked instead. */
export function canPayByHand(phase: PurchasePhase): boolean {
  return phase !== 'completed' && phase !== 'checking' && phase !== 'overdue';
}

/** Returns whether M-PESA could not show the last prompt, so that the next prompt may not arrive either. */
export function promptCannotArrive({
  orderStatus,
  failureReason,
}: Pick<PurchaseState, 'orderStatus' | 'failureReason'>): boolean {
  if (orderStatus !== 'CANCELED') return false;
  return failureReason === 'unreachable' || failureReason === 'provider_error';
}

const phases = {
  REGISTERED: 'not-asked',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
} as const satisfies Record<Exclude<OrderStatus, 'PENDING'>, PurchasePhase>;

type Knot = TimelineItem & { title: string };

/** Returns the timeline next to the prompt: past, current and coming steps. */
export function paymentThread(
  purchase: Pick<
    PurchaseState,
    'orderStatus' | 'failureReason' | 'prompt' | 'completedAt' | 'deliverAt' | 'gifts' | 'paidBy'
  >,
  phase: PurchasePhase,
  recipientFirstName: string,
): Knot[] {
  const sent = knot('done', say('Prompt sent'), purchase.prompt?.sentAt);
  const { gifts = [purchase] } = purchase;
  const delivered =
    gifts.length > 1 ? say('Vouchers sent') : say('Voucher sent to {name}', { name: recipientFirstName });
  const areAhead = gifts.every(({ deliverAt }) => isAhead(deliverAt));
  const ahead = knot('ahead', delivered);
  const threads = {
    'not-asked': [knot('now', say('Ready to send the prompt')), knot('ahead', say('Your PIN')), ahead],
    'on-the-phone': [sent, { ...knot('now', say('Waiting for your PIN')), note: say(BY_ITSELF) }, ahead],
    unanswered: [{ ...knot('now', say('Waiting for M-PESA')), note: say(BY_ITSELF) }, ahead],
    'asking-mpesa': [sent, { ...knot('now', say('Checking with M-PESA')), note: say(BY_ITSELF) }, ahead],
    checking: [{ ...knot('now', say('Checking with M-PESA')), note: say(BY_ITSELF) }, ahead],
    overdue: [{ ...knot('now', say('Checking with M-PESA')), note: say(BY_ITSELF) }, ahead],
    completed: [
      ...(purchase.paidBy === 'wallet'
        ? [knot('done', say('Paid from your wallet'), purchase.completedAt)]
        : [sent, knot('done', say('Paid'), purchase.completedAt)]),
      knot(areAhead ? 'ahead' : 'done', delivered),
    ],
    canceled: [sent, knot('failed', purchaseFailure(purchase.failureReason).what), ahead],
  } satisfies Record<PurchasePhase, Knot[]>;
  return threads[phase];
}

const BY_ITSELF = 'This page updates automatically.';

function knot(state: Knot['state'], title: string, at?: string): Knot {
  return { key: title, state, title, time: at === undefined ? undefined : clockText(new Date(at)) };
}
