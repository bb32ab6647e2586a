import type { CallOutcome } from '../call-outcome.ts';
import { commandFields, initiatingFor } from '../client-context.ts';
import type { ClientContext, Side } from '../client-context.ts';
import { paths } from '../wire/paths.ts';
import type { TransactionStatusRequest } from '../wire/queries.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

/** Names the transaction by its receipt, or by the OriginatorConversationID of our pay-out order. */
export type TransactionStatusInput = ({ receipt: string } | { originatorConversationId: string }) & {
  /** Side whose short code made the transaction: Daraja answers no other short code. */
  side: Side;
  callbackToken: string;
};

/**
 * Queries the status of a C2B, B2C, B2B or reversal transaction (v3/TransactionStatus). The status arrives in a result
 * callback; read it with `readTransactionStatus`. It settles every pay-out with an unknown outcome. It cannot find a
 * prompt by CheckoutRequestID: use `stkQuery`.
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
