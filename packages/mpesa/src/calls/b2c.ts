import type { CallOutcome } from '../call-outcome.ts';
import { assertWholeShillings, commandFields, initiatingFor } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import type { B2cRequest } from '../wire/b2c.ts';
import { paths } from '../wire/paths.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

export type B2cInput = {
  /**
   * Our own id for one payment. Store it before the first request, send the same id with every resend, and never reuse
   * it for another payment.
   */
  originatorConversationId: string;
  /** The receiver's phone number, 254XXXXXXXXX. */
  msisdn: string;
  amountShillings: number;
  /** 2 to 100 characters. */
  remarks: string;
  occasion?: string;
  callbackToken: string;
};

/**
 * Pays out to a phone (v3/BusinessToCustomer). The OriginatorConversationID prevents paying twice: a resent order
 * returns `unknown` with cause `already_sent`. The outcome of the first order is then known only from a status query or
 * the result.
 * @throws RangeError for a fraction of a shilling or a callback URL that Daraja forbids
 */
export function b2c(context: ClientContext, input: B2cInput): Promise<CallOutcome<CommandAccepted>> {
  const from = initiatingFor(context, 'payout');
  const body: B2cRequest = {
    OriginatorConversationID: input.originatorConversationId,
    InitiatorName: from.initiatorName,
    ...commandFields(context, from, input.callbackToken),
    CommandID: 'BusinessPayment',
    Amount: assertWholeShillings(input.amountShillings),
    PartyA: from.shortCode,
    PartyB: input.msisdn,
    Remarks: input.remarks,
    ...(input.occasion ? { Occassion: input.occasion } : {}),
  };
  return sendCommand(context, paths.b2c, body);
}
