import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import type { ResultBody } from '@zawadi/mpesa/wire/result';
import type { World } from '../world.ts';
import type { Command, CommandKind } from './commands.ts';
import { createReceipt } from './ids.ts';
import { wireCode } from './prompts.ts';
import { commandResultWords } from './result-words.ts';

export type ResultParameter = { Key: string; Value?: string | number };

/** How a command ended, and the line about it in the event list. */
export type CommandOutcome = {
  resultCode: string;
  receipt?: string;
  parameters?: ResultParameter[];
  /** What the result refers to, where that is more than the address of the queue time-out. */
  references?: ResultParameter | ResultParameter[];
  title: string;
  detail: string;
};

/** The samples of these two quote the numbers of a success, and only they. */
const QUOTED: readonly CommandKind[] = ['accountBalance', 'b2b'];

/** Where M-PESA's own gateway takes the results of each command. */
const GATEWAY_PATHS: Record<CommandKind, string> = {
  b2c: 'b2cresults',
  b2b: 'b2bresults',
  transactionStatus: 'transactionstatusresults',
  accountBalance: 'abresults',
  reversal: 'reversalresults',
};

/** As in Safaricom's samples: key for key and type for type, differences between commands included. */
export function commandResultBody(world: World, command: Command, outcome: CommandOutcome): ResultBody {
  const isQuoted = outcome.resultCode === '0' && QUOTED.includes(command.kind);
  return {
    Result: {
      ResultType: isQuoted ? '0' : 0,
      ResultCode: isQuoted ? outcome.resultCode : wireCode(outcome.resultCode),
      ResultDesc: commandResultWords(outcome.resultCode),
      OriginatorConversationID: command.originator_conversation_id,
      ConversationID: command.conversation_id,
      TransactionID: outcome.receipt ?? genericTransactionId(world),
      ...resultParameters(world, command, outcome),
      ReferenceData: { ReferenceItem: outcome.references ?? queueTimeoutUrl(command.kind) },
    },
  };
}

/** On failure there are none, except of B2B, whose one parameter comes without a list; a TransactionID that leads nowhere is always there. */
function resultParameters(world: World, { kind }: Command, { resultCode, parameters }: CommandOutcome) {
  if (resultCode === '0') return parameters && { ResultParameters: { ResultParameter: parameters } };
  if (kind !== 'b2b') return undefined;
  const completedAt = Number(formatNairobi(world.clock(), compactPattern));
  return { ResultParameters: { ResultParameter: { Key: 'BOCompletedTime', Value: completedAt } } };
}

export function queueTimeoutUrl(kind: CommandKind): ResultParameter {
  const gateway = 'https://internalapi.safaricom.co.ke/mpesa';
  return { Key: 'QueueTimeoutURL', Value: `${gateway}/${GATEWAY_PATHS[kind]}/v1/submit` };
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
