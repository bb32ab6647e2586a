import type { CallOutcome } from '../call-outcome.ts';
import { assertWholeShillings, commandFields, initiatingFor } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import { paths } from '../wire/paths.ts';
import type { ReversalRequest } from '../wire/queries.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

export type ReversalInput = {
  /** M-PESA's receipt of the customer's payment. */
  receipt: string;
  amountShillings: number;
  remarks: string;
  callbackToken: string;
};

/**
 * Reverses a customer's payment (v3/Reversal). Only STK and C2B payments can be reversed, pay-outs cannot. A second
 * reversal of the same receipt ends with result R000001, so the order may be resent after an unknown outcome.
 * @throws RangeError for a fraction of a shilling or a callback URL that Daraja forbids
 */
export function reversal(
  context: ClientContext,
  input: ReversalInput,
): Promise<CallOutcome<CommandAccepted>> {
  const from = initiatingFor(context, 'collection');
  const body: ReversalRequest = {
    Initiator: from.initiatorName,
    ...commandFields(context, from, input.callbackToken),
    CommandID: 'TransactionReversal',
    TransactionID: input.receipt,
    Amount: assertWholeShillings(input.amountShillings),
    ReceiverParty: from.shortCode,
    RecieverIdentifierType: '11',
    Remarks: input.remarks,
  };
  return sendCommand(context, paths.reversal, body);
}
