import type { ResultBody } from '@zawadi/mpesa/wire/result';
import type { World } from '../world.ts';
import type { Command } from './commands.ts';
import { createReceipt } from './ids.ts';
import { wireCode } from './prompts.ts';
import { commandResultWords } from './result-words.ts';

export type ResultParameter = { Key: string; Value?: string | number };

/** How a command ended, and the line about it in the event list. */
export type CommandOutcome = {
  resultCode: string;
  receipt?: string;
  parameters?: ResultParameter[];
  title: string;
  detail: string;
};

/** Parameters are absent on failure, while a TransactionID that leads nowhere is not. */
export function commandResultBody(world: World, command: Command, outcome: CommandOutcome): ResultBody {
  const isSuccess = outcome.resultCode === '0';
  return {
    Result: {
      ResultType: 0,
      ResultCode: wireCode(outcome.resultCode),
      ResultDesc: commandResultWords(outcome.resultCode),
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

/** This body is undocumented; the ids are what every receiver needs (one code base in the field tests this). */
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
