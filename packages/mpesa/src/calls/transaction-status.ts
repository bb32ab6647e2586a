import type { CallOutcome } from '../call-outcome.ts';
import { commandFields } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import { paths } from '../wire/paths.ts';
import type { TransactionStatusRequest } from '../wire/queries.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

/** The receipt, or the OriginatorConversationID under which we sent a pay-out. */
export type TransactionStatusInput = ({ receipt: string } | { originatorConversationId: string }) & {
  callbackToken: string;
};

/**
 * Asks for the fate of any C2B, B2C, B2B or reversal (v3/TransactionStatus); the answer comes as a result,
 * to be read with `readTransactionStatus`. It resolves every unknown pay-out. It can't take a
 * CheckoutRequestID: use `stkQuery`.
 */
export function transactionStatus(
  context: ClientContext,
  input: TransactionStatusInput,
): Promise<CallOutcome<CommandAccepted>> {
  const { options } = context;
  const body: TransactionStatusRequest = {
    Initiator: options.initiatorName,
    ...commandFields(context, input.callbackToken),
    CommandID: 'TransactionStatusQuery',
    ...('receipt' in input
      ? { TransactionID: input.receipt }
      : { OriginalConversationID: input.originatorConversationId }),
    PartyA: options.shortCode,
    IdentifierType: '4',
    Remarks: 'Status',
    Occasion: 'Status',
  };
  return sendCommand(context, paths.transactionStatus, body);
}
