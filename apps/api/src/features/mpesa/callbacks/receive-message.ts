import { callbackAcknowledgement } from '@zawadi/mpesa';
import type { PaymentDeps } from '../client/index.ts';
import { findCallback, type CallbackPurpose } from '../client/index.ts';
import type { GuessCounter } from './count-guesses.ts';
import { processMessage } from './process-message.ts';
import { storeMessage, type MessagePurpose } from './store.ts';

/**
 * Stores what came to a hook and acknowledges it; applying follows at once, and again from the sweep if this process
 * dies first. An unknown address is acknowledged too, so that trying addresses teaches nothing.
 * @throws Refusal `too_many_requests` for unknown addresses beyond their rate
 */
export async function receiveMessage(
  deps: PaymentDeps & { background: (work: Promise<unknown>) => void; guesses: GuessCounter },
  input: { token: string; address: string; isTimeout: boolean; body: unknown },
): Promise<{ ResultCode: number; ResultDesc: string }> {
  const hook = await deps.guesses.lookUp(input.address, () => findCallback(deps.db, input.token));
  if (!hook) return callbackAcknowledgement;
  if (hook.purpose === 'c2b_validation') return callbackAcknowledgement;
  const purpose = input.isTimeout ? timeoutOf(hook.purpose) : hook.purpose;
  const id = await storeMessage(deps.db, { ...hook, purpose }, input.body);
  deps.background(processMessage(deps, id));
  return callbackAcknowledgement;
}

const TIMEOUTS: Partial<Record<CallbackPurpose, MessagePurpose>> = {
  b2c_result: 'b2c_timeout',
  settlement_result: 'settlement_timeout',
  refund_result: 'refund_timeout',
};

function timeoutOf(purpose: CallbackPurpose): MessagePurpose {
  return TIMEOUTS[purpose] ?? purpose;
}
