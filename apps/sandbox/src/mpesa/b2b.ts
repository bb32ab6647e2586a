import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { b2bRequestSchema } from '@zawadi/mpesa/wire/b2b';
import { sandboxCredentials } from '../credentials.ts';
import { ourAccount } from '../store/accounts.ts';
import type { Account } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { accountText } from './account-balance.ts';
import type { Command } from './commands.ts';
import { limits } from './limits.ts';
import { moveMoney } from './transactions.ts';
import { partyName } from './party-name.ts';
import { queueTimeoutUrl } from './result-body.ts';
import type { CommandOutcome } from './result-body.ts';
import { shillings } from './wording.ts';

/** Pays another business from the working account, or moves collected money into the pay-out float. */
export function payBusiness(world: World, command: Command): CommandOutcome {
  const request = b2bRequestSchema.parse(JSON.parse(command.request));
  const detail = `KES ${shillings(request.Amount)} to ${request.PartyB}`;
  const route = routeOf(world, request);
  const refusal = refuse(world, route, request.Amount);
  if (refusal !== undefined) {
    return { resultCode: refusal, title: 'B2B refused', detail: `${detail} · ResultCode ${refusal}` };
  }

  const transaction = moveMoney(world, {
    kind: 'b2b',
    ...route,
    amount: request.Amount,
    reference: request.AccountReference ?? request.Remarks,
    originatorConversationId: command.originator_conversation_id,
  });
  const left = world.accounts.balance(route.from);
  return {
    resultCode: '0',
    receipt: transaction.receipt,
    parameters: [
      { Key: 'DebitAccountBalance', Value: basicAmount(left) },
      { Key: 'Amount', Value: transaction.amount.toFixed(2) },
      { Key: 'DebitPartyAffectedAccountBalance', Value: accountText('Working Account', left) },
      { Key: 'TransCompletedTime', Value: formatNairobi(new Date(transaction.at), compactPattern) },
      { Key: 'DebitPartyCharges', Value: '' },
      { Key: 'ReceiverPartyPublicName', Value: partyName(world, request.PartyB) },
      { Key: 'Currency', Value: 'KES' },
      { Key: 'InitiatorAccountCurrentBalance', Value: basicAmount(left) },
    ],
    references: [
      { Key: 'BillReferenceNumber', Value: request.AccountReference ?? '' },
      queueTimeoutUrl('b2b'),
    ],
    title: 'B2B paid',
    detail,
  };
}

function routeOf(
  world: World,
  request: { CommandID: string; PartyB: string },
): { from: Account; to: Account } {
  const isOwnFloat = ['BusinessPayToBulk', 'BusinessTransferFromMMFToUtility'].includes(request.CommandID);
  if (isOwnFloat) return { from: ourAccount('collection'), to: ourAccount('utility') };
  return { from: ourAccount('working'), to: world.accounts.outsider(request.PartyB) };
}

function refuse(world: World, route: { from: Account; to: Account }, amount: number): string | undefined {
  if (route.to.kind === 'phone' && route.to.party === sandboxCredentials.shortCode) return '2028';
  if (amount > limits.perTransaction && route.to.kind === 'phone') return '3';
  return world.accounts.balance(route.from) < amount ? '1' : undefined;
}

/** Formats an amount with MinimumAmount in cents and BasicAmount in shillings. */
function basicAmount(shillingsLeft: number): string {
  return `{Amount={CurrencyCode=KES, MinimumAmount=${shillingsLeft * 100}, BasicAmount=${shillingsLeft.toFixed(2)}}}`;
}
