import type { CallOutcome } from '../call-outcome.ts';
import { assertWholeShillings, commandFields, initiatingFor } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import { paths } from '../wire/paths.ts';
import type { ReversalRequest } from '../wire/queries.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

export type ReversalInput = {
  /** Receipt of the customer's payment. */
  receipt: string;
  amountShillings: number;
  remarks: string;
  callbackToken: string;
};

/**
 * Reverses a customer's payment (v3/Reversal): STK and C2B only, a pay-out can't be reversed. A second reversal of the
 * same receipt ends with result R000001, so an unknown outcome may be resent.
 *
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
