import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import type { ResultBody } from '@zawadi/mpesa/wire/result';
import type { World } from '../world.ts';
import type { Command, CommandKind } from './commands.ts';
import { createReceipt } from './ids.ts';
import { wireCode } from './prompts.ts';
import { commandResultWords } from './result-words.ts';

export type ResultParameter = { Key: string; Value?: string | number };

/** Outcome of a command, with its line in the event list. */
export type CommandOutcome = {
  resultCode: string;
  receipt?: string;
  parameters?: ResultParameter[];
  /** ReferenceItem of the result. If undefined, the result has only the queue time-out URL. */
  references?: ResultParameter | ResultParameter[];
  title: string;
  detail: string;
};

/** Only the samples of these two commands send numbers as strings in a success. */
const QUOTED: readonly CommandKind[] = ['accountBalance', 'b2b'];

/** Path on M-PESA's internal gateway that results of each command contain. */
const GATEWAY_PATHS: Record<CommandKind, string> = {
  b2c: 'b2cresults',
  b2b: 'b2bresults',
  transactionStatus: 'transactionstatusresults',
  accountBalance: 'abresults',
  reversal: 'reversalresults',
};

/** Builds a result as in Safaricom's samples: the same keys and types, including the differences between commands. */
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

/** The result of a failed command has no parameters, except for B2B: there it is one object instead of a list. */
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

/**
 * Builds the body of a queue time-out. Its format is undocumented; one code base in production use reads the ids.
 */
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

/** TransactionID of a result without a transaction: the date code, then zeros (`OAK0000000`). */
function genericTransactionId(world: World): string {
  return `${createReceipt(world.clock()).slice(0, 3)}0000000`;
}
