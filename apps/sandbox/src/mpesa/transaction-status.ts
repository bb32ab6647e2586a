import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { transactionStatusRequestSchema } from '@zawadi/mpesa/wire/queries';
import { sandboxCredentials } from '../credentials.ts';
import type { World } from '../world.ts';
import { findCommand } from './commands.ts';
import type { Command } from './commands.ts';
import { findReceipt } from './transactions.ts';
import type { SandboxTransaction } from './transactions.ts';
import { partyName } from './party-name.ts';
import type { CommandOutcome, ResultParameter } from './result-body.ts';
import { transactionReasons } from './wording.ts';

/** Answers for a receipt, or for a conversation id, the caller's or M-PESA's. */
export function readTransaction(world: World, question: Command): CommandOutcome {
  const request = transactionStatusRequestSchema.parse(JSON.parse(question.request));
  const asked = request.TransactionID || request.OriginalConversationID || '';
  const command = findCommand(world, asked);
  const transaction = findReceipt(world, command?.receipt ?? asked);
  if (transaction && !isKnownTo(world, request.PartyA, transaction.kind))
    return { resultCode: 'R000002', title: 'Transaction of another short code', detail: asked };
  if (transaction) return found(asked, 'Completed', completedParameters(world, transaction));
  if (command === undefined) {
    return { resultCode: 'R000002', title: 'Transaction unknown', detail: asked };
  }
  const status = command.result_code === null ? 'Initiated' : 'Declined';
  return found(asked, status, [
    { Key: 'OriginatorConversationID', Value: command.originator_conversation_id },
    { Key: 'ConversationID', Value: command.conversation_id },
    { Key: 'InitiatedTime', Value: Number(formatNairobi(new Date(command.at), compactPattern)) },
    { Key: 'TransactionReason' },
  ]);
}

function isKnownTo(world: World, party: string, kind: SandboxTransaction['kind']): boolean {
  if (!world.behaviour.inForce().separateShortCodes) return true;
  const isPayout = kind === 'b2c' || kind === 'b2b';
  return (party === sandboxCredentials.payoutShortCode) === isPayout;
}

function found(asked: string, status: string, parameters: ResultParameter[]): CommandOutcome {
  return {
    resultCode: '0',
    parameters: [{ Key: 'TransactionStatus', Value: status }, ...parameters],
    title: 'Transaction status read',
    detail: `${asked} · ${status}`,
  };
}

/** The portal's own sample prints DebitPartyName twice; a receiver has to live with it. */
function completedParameters(world: World, transaction: SandboxTransaction): ResultParameter[] {
  const at = Number(formatNairobi(new Date(transaction.at), compactPattern));
  const debitParty = partyName(world, transaction.payer);
  const originator = transaction.originator_conversation_id;
  const command = originator === null ? undefined : findCommand(world, originator);
  return [
    { Key: 'ReceiptNo', Value: transaction.receipt },
    { Key: 'Amount', Value: transaction.amount },
    { Key: 'InitiatedTime', Value: at },
    { Key: 'FinalisedTime', Value: at },
    { Key: 'DebitPartyName', Value: debitParty },
    { Key: 'CreditPartyName', Value: partyName(world, transaction.payee) },
    { Key: 'DebitPartyName', Value: debitParty },
    { Key: 'DebitPartyCharges', Value: chargeText(transaction) },
    { Key: 'ReasonType', Value: transactionReasons[transaction.kind] },
    { Key: 'TransactionReason' },
    ...(command
      ? [
          { Key: 'OriginatorConversationID', Value: command.originator_conversation_id },
          { Key: 'ConversationID', Value: command.conversation_id },
        ]
      : []),
  ];
}

function chargeText(transaction: SandboxTransaction): string {
  return transaction.charge === 0 ? '' : `Fee For B2C Payment|KES|${transaction.charge.toFixed(2)}`;
}
