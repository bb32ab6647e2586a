import { callbackAcknowledgement } from '@zawadi/mpesa';
import type { PaymentDeps } from '../mpesa/index.ts';
import { findHook, type HookPurpose } from '../hooks/index.ts';
import { processMessage } from './process-message.ts';
import { storeMessage, type MessagePurpose } from './store.ts';

/**
 * Stores what came to a hook and acknowledges it; applying follows at once, and again from the sweep if this process
 * dies first. An unknown address is acknowledged too, so that trying addresses teaches nothing.
 */
export async function receiveMessage(
  deps: PaymentDeps & { background: (work: Promise<unknown>) => void },
  input: { token: string; isTimeout: boolean; body: unknown },
): Promise<{ ResultCode: number; ResultDesc: string }> {
  const hook = await findHook(deps.db, input.token);
  if (!hook) {
    deps.log.warn('a message came to an address we never gave out');
    return callbackAcknowledgement;
  }
  if (hook.purpose === 'c2b_validation') return callbackAcknowledgement;
  const purpose = input.isTimeout ? timeoutOf(hook.purpose) : hook.purpose;
  const id = await storeMessage(deps.db, { ...hook, purpose }, input.body);
  deps.background(processMessage(deps, id));
  return callbackAcknowledgement;
}

const TIMEOUTS: Partial<Record<HookPurpose, MessagePurpose>> = {
  b2c_result: 'b2c_timeout',
  settlement_result: 'settlement_timeout',
  refund_result: 'refund_timeout',
};

function timeoutOf(purpose: HookPurpose): MessagePurpose {
  return TIMEOUTS[purpose] ?? purpose;
}
