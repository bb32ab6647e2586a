import type { CallOutcome } from '../call-outcome.ts';
import { commandFields } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import { paths } from '../wire/paths.ts';
import type { AccountBalanceRequest } from '../wire/queries.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

/**
 * Asks for the organisation's balances (v3/AccountBalance); the answer comes as a result, to be read with
 * `readAccountBalances`.
 */
export function accountBalance(
  context: ClientContext,
  input: { callbackToken: string },
): Promise<CallOutcome<CommandAccepted>> {
  const { options } = context;
  const body: AccountBalanceRequest = {
    Initiator: options.initiatorName,
    ...commandFields(context, input.callbackToken),
    CommandID: 'AccountBalance',
    PartyA: options.shortCode,
    IdentifierType: '4',
    Remarks: 'Balance',
  };
  return sendCommand(context, paths.accountBalance, body);
}
