import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { reversalRequestSchema } from '@zawadi/mpesa/wire/queries';
import { ourAccount } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { accountText, collectionAccountName } from './account-balance.ts';
import type { Command } from './commands.ts';
import { findReceipt, moveMoney } from './transactions.ts';
import type { SandboxTransaction } from './transactions.ts';
import { partyName } from './party-name.ts';
import type { CommandOutcome } from './result-body.ts';
import { reversedMessage, shillings } from './wording.ts';

/** Refunds a customer's payment from the collection account: once, and at most the paid amount. */
export function reverse(world: World, command: Command): CommandOutcome {
  const request = reversalRequestSchema.parse(JSON.parse(command.request));
  const detail = `${request.TransactionID} · KES ${shillings(request.Amount)}`;
  const original = findReceipt(world, request.TransactionID);
  const isCustomerPayment = original?.kind === 'stk' || original?.kind === 'c2b';
  if (original === undefined || !isCustomerPayment || request.Amount > original.amount) {
    return { resultCode: 'R000002', title: 'Reversal refused', detail };
  }
  if (original.reversed_by !== null) return { resultCode: 'R000001', title: 'Reversal refused', detail };
  if (world.accounts.balance(ourAccount('collection')) < request.Amount) {
    return { resultCode: '1', title: 'Reversal refused', detail };
  }
  const reversal = giveBack(world, command, original, request.Amount);
  const left = world.accounts.balance(ourAccount('collection'));
  return {
    resultCode: '0',
    receipt: reversal.receipt,
    parameters: [
      { Key: 'DebitAccountBalance', Value: accountText(collectionAccountName(world), left) },
      { Key: 'Amount', Value: request.Amount },
      { Key: 'TransCompletedTime', Value: Number(formatNairobi(new Date(reversal.at), compactPattern)) },
      { Key: 'OriginalTransactionID', Value: original.receipt },
      { Key: 'Charge', Value: 0 },
      { Key: 'CreditPartyPublicName', Value: partyName(world, original.payer) },
      { Key: 'DebitPartyPublicName', Value: partyName(world, original.payee) },
    ],
    title: 'Payment reversed',
    detail,
  };
}

function giveBack(
  world: World,
  command: Command,
  original: SandboxTransaction,
  amount: number,
): SandboxTransaction {
  const payer = world.accounts.outsider(original.payer);
  const reversal = moveMoney(world, {
    kind: 'reversal',
    from: ourAccount('collection'),
    to: payer,
    amount,
    reference: original.receipt,
    originatorConversationId: command.originator_conversation_id,
  });
  const mark = 'UPDATE transactions SET reversed_by = ? WHERE receipt = ?';
  world.database.run(mark, reversal.receipt, original.receipt);
  const message = reversedMessage(
    { ...reversal, original: original.receipt, balance: world.accounts.balance(payer) },
    world.clock(),
  );
  world.inboxes.addMessage(original.payer, 'MPESA', message);
  return reversal;
}
