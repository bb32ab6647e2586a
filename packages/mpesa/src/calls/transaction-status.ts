import type { CallOutcome } from '../call-outcome.ts';
import { commandFields, initiatingFor } from '../client-context.ts';
import type { ClientContext, Side } from '../client-context.ts';
import { paths } from '../wire/paths.ts';
import type { TransactionStatusRequest } from '../wire/queries.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

/** The receipt, or the OriginatorConversationID of our pay-out order. */
export type TransactionStatusInput = ({ receipt: string } | { originatorConversationId: string }) & {
  /** The side that the transaction belongs to: Daraja answers only its own short code. */
  side: Side;
  callbackToken: string;
};

/**
 * Queries the status of any C2B, B2C, B2B or reversal (v3/TransactionStatus). It comes as a result; read it with
 * `readTransactionStatus`. It resolves every unknown pay-out. It can't take a CheckoutRequestID: use `stkQuery`.
 */
export function transactionStatus(
  context: ClientContext,
  input: TransactionStatusInput,
): Promise<CallOutcome<CommandAccepted>> {
  const from = initiatingFor(context, input.side);
  const body: TransactionStatusRequest = {
    Initiator: from.initiatorName,
    ...commandFields(context, from, input.callbackToken),
    CommandID: 'TransactionStatusQuery',
    ...('receipt' in input
      ? { TransactionID: input.receipt }
      : { OriginalConversationID: input.originatorConversationId }),
    PartyA: from.shortCode,
    IdentifierType: '4',
    Remarks: 'Status',
    Occasion: 'Status',
  };
  return sendCommand(context, paths.transactionStatus, body);
}
