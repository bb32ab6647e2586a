import { dottedPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { b2cCharge } from '@zawadi/mpesa/tariffs';
import { b2cRequestSchema } from '@zawadi/mpesa/wire/b2c';
import { ourAccount } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { organisationBalances } from './account-balance.ts';
import type { Command } from './commands.ts';
import { limits } from './limits.ts';
import { movedToday, moveMoney } from './transactions.ts';
import type { SandboxTransaction } from './transactions.ts';
import { partyName } from './party-name.ts';
import type { CommandOutcome, ResultParameter } from './result-body.ts';
import { receivedMessage, shillings } from './wording.ts';

/** B2C v1 has no id chosen by the caller, so it cannot prevent duplicate payments. */
export const b2cV1RequestSchema = b2cRequestSchema.omit({ OriginatorConversationID: true });

export function payCustomer(world: World, command: Command): CommandOutcome {
  const request = b2cV1RequestSchema.parse(JSON.parse(command.request));
  const detail = `KES ${shillings(request.Amount)} to ${request.PartyB}`;
  const receiver = world.accounts.outsider(request.PartyB);
  const refusal = refuse(world, request.PartyB, request.Amount);
  if (refusal !== undefined) {
    return { resultCode: refusal, title: 'B2C refused', detail: `${detail} · ResultCode ${refusal}` };
  }

  const transaction = moveMoney(world, {
    kind: 'b2c',
    from: ourAccount('utility'),
    to: receiver,
    amount: request.Amount,
    charge: b2cCharge(request.Amount),
    reference: request.Remarks,
    originatorConversationId: command.originator_conversation_id,
  });
  const balance = world.accounts.balance(receiver);
  world.inboxes.addMessage(
    request.PartyB,
    'MPESA',
    receivedMessage({ ...transaction, balance }, world.clock()),
  );
  return {
    resultCode: '0',
    receipt: transaction.receipt,
    parameters: paidParameters(world, transaction),
    title: 'B2C paid',
    detail,
  };
}

function refuse(world: World, receiver: string, amount: number): string | undefined {
  const { accounts } = world;
  if (amount < limits.smallestPayout) return '2';
  if (amount > limits.perTransaction) return '3';
  if (movedToday(world, 'payee', receiver) + amount > limits.perDay) return '4';
  if (accounts.balance(accounts.outsider(receiver)) + amount > limits.balance) return '8';
  const isShort =
    accounts.balance(ourAccount('utility')) < amount ||
    accounts.balance(ourAccount('working')) < b2cCharge(amount);
  return isShort ? '1' : undefined;
}

function paidParameters(world: World, transaction: SandboxTransaction): ResultParameter[] {
  const balances = organisationBalances(world);
  return [
    { Key: 'TransactionAmount', Value: transaction.amount },
    { Key: 'TransactionReceipt', Value: transaction.receipt },
    { Key: 'ReceiverPartyPublicName', Value: partyName(world, transaction.payee) },
    { Key: 'TransactionCompletedDateTime', Value: formatNairobi(new Date(transaction.at), dottedPattern) },
    { Key: 'B2CUtilityAccountAvailableFunds', Value: balances.utility },
    { Key: 'B2CWorkingAccountAvailableFunds', Value: balances.working },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
    { Key: 'B2CChargesPaidAccountAvailableFunds', Value: balances.chargesPaid },
  ];
}
