import type { CallOutcome } from '../call-outcome.ts';
import { assertWholeShillings, callbackUrl } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import { stkPassword } from '../credentials.ts';
import { paths } from '../wire/paths.ts';
import { accountReferenceLength, stkPushReplySchema, transactionDescLength } from '../wire/stk.ts';
import type { StkPushRequest } from '../wire/stk.ts';

export type StkPushInput = {
  /** The payer's phone number, 254XXXXXXXXX. */
  msisdn: string;
  amountShillings: number;
  /** Shown in the prompt, cut to 12 characters. */
  accountReference: string;
  /** Cut to 13 characters. It must never contain the customer's own text. */
  description: string;
  callbackToken: string;
};

/**
 * Prompts a phone to pay (v3/MpesaExpressSimulate). `accepted` means only that Daraja will send a prompt.
 * @throws RangeError for a fraction of a shilling or a callback URL that Daraja forbids
 */
export async function stkPush(
  context: ClientContext,
  input: StkPushInput,
): Promise<CallOutcome<{ merchantRequestId: string; checkoutRequestId: string }>> {
  const { options } = context;
  const body: StkPushRequest = {
    BusinessShortCode: options.shortCode,
    ...stkPassword(options.shortCode, options.passkey, context.clock()),
    TransactionType: 'CustomerPayBillOnline',
    Amount: assertWholeShillings(input.amountShillings),
    PartyA: input.msisdn,
    PartyB: options.shortCode,
    PhoneNumber: input.msisdn,
    CallBackURL: callbackUrl(options, input.callbackToken),
    AccountReference: input.accountReference.slice(0, accountReferenceLength),
    TransactionDesc: input.description.slice(0, transactionDescLength),
  };
  const answer = await context.call({
    path: paths.stkPush,
    body,
    replySchema: stkPushReplySchema,
    isAccepted: (reply) => reply.ResponseCode === '0',
  });
  if (answer.outcome !== 'accepted') return answer;
  const { MerchantRequestID, CheckoutRequestID } = answer.reply;
  return { outcome: 'accepted', merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID };
}
