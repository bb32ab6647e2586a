import type { ResultBody } from '@zawadi/mpesa/wire/result';
import type { World } from '../world.ts';
import type { Command } from './commands.ts';
import { createReceipt } from './ids.ts';
import { wireCode } from './prompts.ts';

export type ResultParameter = { Key: string; Value?: string | number };

/** How a command ended, and the line about it in the event list. */
export type CommandOutcome = {
  resultCode: string;
  receipt?: string;
  parameters?: ResultParameter[];
  title: string;
  detail: string;
};

/** v3/BusinessToCustomer, v3/Reversal and v3/TransactionStatus, in M-PESA's words. */
const words = new Map([
  ['0', 'The service request is processed successfully.'],
  ['1', 'The balance is insufficient for the transaction.'],
  ['2', 'Declined due to limit rule: less than the minimum transaction amount.'],
  ['3', 'Declined due to limit rule: greater than the maximum transaction amount.'],
  ['4', 'Declined due to limit rule: would exceed daily transfer limit.'],
  ['8', 'Declined due to limit rule: would exceed the maximum balance.'],
  ['11', 'The DebitParty is in an invalid state.'],
  ['21', 'The initiator is not allowed to initiate this request.'],
  ['2001', 'The initiator information is invalid.'],
  ['2006', 'Declined due to account rule: The account status does not allow this transaction.'],
  ['2028', 'The request is not permitted according to product assignment.'],
  [
    '2040',
    "Credit Party customer type (Unregistered or Registered Customer) can't be supported by the service.",
  ],
  ['8006', 'The security credential is locked.'],
  ['SFC_IC0003', 'The operator does not exist.'],
  ['R000001', 'The transaction has already been reversed.'],
  ['R000002', 'The OriginalTransactionID is invalid.'],
]);

/** Parameters are absent on failure, while a TransactionID that leads nowhere is not. */
export function commandResultBody(world: World, command: Command, outcome: CommandOutcome): ResultBody {
  const isSuccess = outcome.resultCode === '0';
  return {
    Result: {
      ResultType: 0,
      ResultCode: wireCode(outcome.resultCode),
      ResultDesc: words.get(outcome.resultCode) ?? 'The service request has failed.',
      OriginatorConversationID: command.originator_conversation_id,
      ConversationID: command.conversation_id,
      TransactionID: outcome.receipt ?? genericTransactionId(world),
      ...(isSuccess && outcome.parameters
        ? { ResultParameters: { ResultParameter: outcome.parameters } }
        : {}),
      ReferenceData: {
        ReferenceItem: {
          Key: 'QueueTimeoutURL',
          Value: 'https://internalapi.safaricom.co.ke/mpesa/results/v1/submit',
        },
      },
    },
  };
}

/** Nobody documents this body; the ids are what every receiver needs (one code base in the field tests this). */
export function queueTimeoutBody(command: Command): ResultBody {
  return {
    Result: {
      ResultType: 1,
      ResultCode: 1,
      ResultDesc: 'The service request timed out.',
      OriginatorConversationID: command.originator_conversation_id,
      ConversationID: command.conversation_id,
    },
  };
}

/** `OAK0000000`: the date code, then zeros. */
function genericTransactionId(world: World): string {
  return `${createReceipt(world.clock()).slice(0, 3)}0000000`;
}
