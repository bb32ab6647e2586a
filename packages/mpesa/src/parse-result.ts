import { parseNairobi } from './nairobi-time.ts';
import { readCents, readShillings } from './wire-amounts.ts';
import { resultSchema } from './wire/result.ts';

export type CommandResult = {
  kind: 'result';
  /** Our own id for B2C. For every other command Daraja makes it, and returns it when it accepts the command. */
  originatorConversationId: string;
  conversationId: string;
  resultCode: string;
  resultDescription: string;
  isSuccess: boolean;
  /** Only a successful result has a receipt. The TransactionID of a failed one is meaningless. */
  receipt?: string;
  amountShillings?: number;
  completedAt?: Date;
  /** Registered name of the number that was paid: personal data. */
  receiverName?: string;
  receiverMsisdn?: string;
  /** M-PESA's charge to us, if the result contains one. */
  chargeCents?: bigint;
  /** All other parameters, by key; spaces are removed from keys. */
  parameters: Readonly<Record<string, string>>;
};

/**
 * Reads the result of B2C, B2B, transaction status, account balance or reversal.
 * @returns undefined if this is not a result
 */
export function parseResult(json: unknown): CommandResult | undefined {
  const parsed = resultSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const result = parsed.data.Result;
  const parameters = readParameters(result.ResultParameters?.ResultParameter ?? []);
  const isSuccess = result.ResultCode === '0';
  return {
    kind: 'result',
    originatorConversationId: result.OriginatorConversationID,
    conversationId: result.ConversationID,
    resultCode: result.ResultCode,
    resultDescription: result.ResultDesc,
    isSuccess,
    ...(isSuccess ? readSuccess(parameters, result.TransactionID) : {}),
    parameters,
  };
}

function readSuccess(parameters: Readonly<Record<string, string>>, transactionId?: string | null) {
  const receiver = splitParty(parameters['ReceiverPartyPublicName']);
  return {
    receipt: (parameters['TransactionReceipt'] || transactionId)?.toUpperCase() || undefined,
    amountShillings: readShillings(parameters['TransactionAmount'] ?? parameters['Amount']),
    completedAt: parseNairobi(parameters['TransactionCompletedDateTime'] ?? parameters['TransCompletedTime']),
    receiverName: receiver?.name,
    receiverMsisdn: receiver?.party,
    chargeCents: readCharge(parameters['DebitPartyCharges']),
  };
}

function readParameters(list: readonly { Key: string; Value?: unknown }[]): Record<string, string> {
  const filled = list.filter(({ Value }) => typeof Value === 'string' || typeof Value === 'number');
  // Older results write "Conversation ID", newer results "ConversationID". If a key occurs twice, the first value
  // counts: in the portal's sample of a transaction status, the second DebitPartyName is the payee.
  const entries = filled.map(({ Key, Value }) => [Key.replaceAll(' ', ''), String(Value)] as const);
  return Object.fromEntries(entries.toReversed());
}

/** Splits `254712000001 - AMINA WANJIKU` into number and name. */
function splitParty(text: string | undefined): { party: string; name: string } | undefined {
  const match = /^(\d+)\s*[-–]\s*(.*)$/.exec(text ?? '');
  return match ? { party: match[1] ?? '', name: (match[2] ?? '').trim() } : undefined;
}

/** Reads the amount of a charge such as `Fee For B2C Payment|KES|22.40`. */
export function readCharge(text: string | undefined): bigint | undefined {
  return readCents(text?.split('|').at(2));
}
