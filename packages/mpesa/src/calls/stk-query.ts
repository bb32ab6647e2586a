import { unknown } from '../call-outcome.ts';
import type { CallOutcome } from '../call-outcome.ts';
import type { ClientContext } from '../client-context.ts';
import { stkPassword } from '../credentials.ts';
import { describeStkResult } from '../outcomes.ts';
import type { ResultMeaning } from '../outcomes.ts';
import { paths } from '../wire/paths.ts';
import { stkQueryReplySchema } from '../wire/stk.ts';
import type { StkQueryRequest } from '../wire/stk.ts';

/**
 * Queries the outcome of a prompt (v3/MpesaExpressQuery). Daraja has two answers for a pending payment; both become
 * `unknown` with cause `being_processed`. No answer has a receipt.
 */
export async function stkQuery(
  context: ClientContext,
  input: { checkoutRequestId: string },
): Promise<CallOutcome<{ resultCode: string; resultDescription: string; result: ResultMeaning }>> {
  const { options } = context;
  const body: StkQueryRequest = {
    BusinessShortCode: options.shortCode,
    ...stkPassword(options.shortCode, options.passkey, context.clock()),
    CheckoutRequestID: input.checkoutRequestId,
  };
  const answer = await context.call({
    path: paths.stkQuery,
    body,
    replySchema: stkQueryReplySchema,
    isAccepted: () => true,
  });
  if (answer.outcome !== 'accepted') return answer;
  const { ResultCode, ResultDesc } = answer.reply;
  const result = describeStkResult(ResultCode);
  if (result.state === 'pending') return unknown('being_processed', `${ResultCode} ${ResultDesc}`);
  return { outcome: 'accepted', resultCode: ResultCode, resultDescription: ResultDesc, result };
}
