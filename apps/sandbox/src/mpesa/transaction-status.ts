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

/** Finds a transaction by its receipt, OriginatorConversationID or ConversationID. */
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
    { Key: 'InitiatedTime', Value: formatNairobi(new Date(command.at), compactPattern) },
    { Key: 'TransactionReason' },
    { Key: 'TransactionStatus', Value: status },
    { Key: 'ConversationID', Value: command.conversation_id },
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
    parameters,
    references: { Key: 'Occasion' },
    title: 'Transaction status read',
    detail: `${asked} · ${status}`,
  };
}

/** Account that each kind of transaction debits. */
const debitAccountTypes: Record<SandboxTransaction['kind'], string> = {
  stk: 'MMF Account For Customer',
  c2b: 'MMF Account For Customer',
  b2c: 'Utility Account',
  b2b: 'Working Account',
  reversal: 'Utility Account',
};

/**
 * The portal's sample names the payee as a second DebitPartyName, an older sample as CreditPartyName. This result has
 * both fields, so that a receiver must accept either.
 */
function completedParameters(world: World, transaction: SandboxTransaction): ResultParameter[] {
  const at = formatNairobi(new Date(transaction.at), compactPattern);
  const creditParty = partyName(world, transaction.payee);
  const originator = transaction.originator_conversation_id;
  const command = originator === null ? undefined : findCommand(world, originator);
  const idOf = (Key: string, Value: string | undefined) => (Value === undefined ? [] : [{ Key, Value }]);
  return [
    { Key: 'DebitPartyName', Value: partyName(world, transaction.payer) },
    { Key: 'DebitPartyName', Value: creditParty },
    ...idOf('OriginatorConversationID', command?.originator_conversation_id),
    { Key: 'InitiatedTime', Value: at },
    { Key: 'DebitAccountType', Value: debitAccountTypes[transaction.kind] },
    { Key: 'DebitPartyCharges', Value: chargeText(transaction) },
    { Key: 'TransactionReason' },
    { Key: 'ReasonType', Value: transactionReasons[transaction.kind] },
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'FinalisedTime', Value: at },
    { Key: 'Amount', Value: String(transaction.amount) },
    ...idOf('ConversationID', command?.conversation_id),
    { Key: 'ReceiptNo', Value: transaction.receipt },
    { Key: 'CreditPartyName', Value: creditParty },
  ];
}

function chargeText(transaction: SandboxTransaction): string {
  return transaction.charge === 0 ? '' : `Fee For B2C Payment|KES|${transaction.charge.toFixed(2)}`;
}
