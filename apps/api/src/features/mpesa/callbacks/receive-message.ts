import { callbackAcknowledgement } from '@zawadi/mpesa';
import { crashPoint } from '../../../platform/crash-points.ts';
import { inSpan } from '../../../platform/tracing/tracing.ts';
import { noteCallback, type CallbackPurpose } from '../client/index.ts';
import type { OrderDeps } from '../orders/index.ts';
import type { GuessCounter } from './count-unknown-tokens.ts';
import type { MessageBatches } from './message-batches.ts';
import { countCallback, processMessage } from './process-message.ts';
import { writeDown, type MessagePurpose } from './store.ts';

/**
 * Stores a callback and acknowledges it; applying follows at once, and again from the sweep if this process
 * dies first. An unknown address is acknowledged too, so that trying addresses teaches nothing.
 * @throws Refusal `too_many_requests` for unknown addresses beyond their rate
 */
export async function receiveMessage(
  deps: OrderDeps & {
    background: (work: Promise<unknown>) => void;
    guesses: GuessCounter;
    batches: MessageBatches;
  },
  input: { token: string; address: string; isTimeout: boolean; body: unknown },
): Promise<{ ResultCode: number; ResultDesc: string }> {
  const { batches } = deps;
  const callback = await deps.guesses.lookUp(input.address, () => batches.findCallback(input.token));
  if (!callback) {
    countCallback('unknown', 'not_ours');
    return callbackAcknowledgement;
  }
  if (LASTING.has(callback.purpose)) deps.background(noteCallback(deps.db, input.token));
  if (callback.purpose === 'c2b_validation') return callbackAcknowledgement;
  const purpose = purposeOf(callback, input);
  await inSpan(`receive ${purpose}`, { traceparent: callback.traceparent }, async () => {
    const message = writeDown({ ...callback, purpose }, input.body);
    const id = await batches.store(message);
    crashPoint('message-stored', purpose);
    deps.background(processMessage(deps, id, () => batches.apply({ ...message, id })));
  });
  return callbackAcknowledgement;
}

/** Addresses of the pay bill; those of orders are used once or twice. */
const LASTING = new Set<CallbackPurpose>(['c2b', 'c2b_validation']);

const TIMEOUTS: Partial<Record<CallbackPurpose, MessagePurpose>> = {
  withdrawal_result: 'withdrawal_timeout',
  settlement_result: 'settlement_timeout',
  refund_result: 'refund_timeout',
};

function purposeOf(
  { purpose, isRetired }: { purpose: CallbackPurpose; isRetired: boolean },
  { isTimeout }: { isTimeout: boolean },
): MessagePurpose {
  if (purpose === 'c2b' && isRetired) return 'c2b_retired';
  return (isTimeout ? TIMEOUTS[purpose] : undefined) ?? purpose;
}
