import type { CallOutcome } from '../call-outcome.ts';
import { commandFields, initiatingFor } from '../client-context.ts';
import type { ClientContext, Side } from '../client-context.ts';
import { paths } from '../wire/paths.ts';
import type { AccountBalanceRequest } from '../wire/queries.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

/**
 * Requests the balances of one of our short codes (v3/AccountBalance). The balances arrive in a result callback; read
 * them with `readAccountBalances`.
 */
export function accountBalance(
  context: ClientContext,
  input: { side: Side; callbackToken: string },
): Promise<CallOutcome<CommandAccepted>> {
  const from = initiatingFor(context, input.side);
  const body: AccountBalanceRequest = {
    Initiator: from.initiatorName,
    ...commandFields(context, from, input.callbackToken),
    CommandID: 'AccountBalance',
    PartyA: from.shortCode,
    IdentifierType: '4',
    Remarks: 'Balance',
  };
  return sendCommand(context, paths.accountBalance, body);
}
