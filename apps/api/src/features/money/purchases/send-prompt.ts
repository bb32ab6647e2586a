import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { takeName } from '../unique-names/index.ts';
import { applyPaymentResult } from './apply-payment-result.ts';
import { shortenClaim } from './open-prompts-store.ts';
import { PROMPT_SECONDS } from './prompt-rules.ts';
import { markAccepted, markUnknown } from './attempt-store.ts';

const DESCRIPTION = 'Gift voucher';
/** The status of a prompt is polled once the payer has had time to type a PIN. */
const FIRST_QUERY_SECONDS = 15;

type Prompt = {
  homeId: string;
  attemptId: string;
  token: string;
  msisdn: string;
  amountShillings: number;
  billReference: string;
};

/**
 * Sends a committed attempt to M-PESA, outside of any transaction, and records the outcome. An unknown outcome
 * leaves the attempt open: the callback or a query resolves it.
 * @returns the refusal to show when M-PESA definitely did not prompt
 */
export async function sendPrompt(deps: PaymentDeps, prompt: Prompt): Promise<Refusal | undefined> {
  const answer = await deps.mpesa.stkPush({
    msisdn: prompt.msisdn,
    amountShillings: prompt.amountShillings,
    accountReference: prompt.billReference,
    description: DESCRIPTION,
    callbackToken: prompt.token,
  });
  if (answer.outcome === 'accepted') {
    await recordAccepted(deps, prompt, answer);
    return undefined;
  }
  const isNotSent = answer.outcome === 'unknown' && answer.cause === 'not_sent';
  if (answer.outcome === 'unknown' && !isNotSent) {
    deps.log.warn({ attemptId: prompt.attemptId, cause: answer.cause }, 'a prompt was sent and not answered');
    await markUnknown(deps.db, prompt);
    return undefined;
  }
  const code = answer.outcome === 'rejected' ? `${answer.code} ${answer.reason}` : 'not_sent';
  deps.log.warn({ attemptId: prompt.attemptId, code }, 'M-PESA did not take a prompt');
  await inTransaction(deps.db, (tx) =>
    applyPaymentResult(tx, deps, prompt, { outcome: 'failed', resultCode: code, reason: 'provider_error' }),
  );
  return refusalFor(answer.outcome === 'rejected' ? answer.reason : 'not_sent');
}

function refusalFor(reason: string): Refusal {
  if (reason === 'subscriber_locked') return new Refusal('prompt_open', { retryAfterSeconds: 60 });
  const isPassing = ['not_sent', 'throttled', 'token_refused'].includes(reason);
  return isPassing
    ? new Refusal('provider_unavailable', { retryAfterSeconds: 10 })
    : new Refusal('payment_rejected');
}

async function recordAccepted(
  deps: PaymentDeps,
  prompt: Prompt,
  ids: { merchantRequestId: string; checkoutRequestId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const target = { homeId: prompt.homeId, targetId: prompt.attemptId };
    await takeName(tx, 'checkout_request', ids.checkoutRequestId, target);
    const wasOpen = await markAccepted(tx, { ...target, ...ids, firstQuerySeconds: FIRST_QUERY_SECONDS });
    if (wasOpen) await shortenClaim(tx, prompt.attemptId, prompt.msisdn, PROMPT_SECONDS + 15);
  });
}
