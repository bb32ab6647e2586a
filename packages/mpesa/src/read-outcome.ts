import type { z } from 'zod';
import { rejected, unknown } from './call-outcome.ts';
import type { Rejected, RejectionReason, Unknown } from './call-outcome.ts';
import type { TransportAnswer } from './transport.ts';
import { errorReplySchema } from './wire/replies.ts';

/**
 * Classifies Daraja's answer as accepted, rejected or unknown. Only an answer that is known to mean "not executed" is a
 * rejection. Every other failure is unknown.
 * @param isAccepted returns whether a well-formed answer with status 200 means acceptance
 */
export function readOutcome<Reply>(
  answer: TransportAnswer,
  replySchema: z.ZodType<Reply>,
  isAccepted: (reply: Reply) => boolean,
): { outcome: 'accepted'; reply: Reply } | Rejected | Unknown {
  if (answer.kind === 'silent') return unknown(answer.cause, answer.detail);
  const error = errorReplySchema.safeParse(answer.json);
  if (error.success) return readError(answer.status, error.data.errorCode, error.data.errorMessage);
  if (answer.status >= 500) return unknown('server_error', `HTTP ${answer.status}`);

  const reply = replySchema.safeParse(answer.json);
  if (answer.status !== 200 || !reply.success) {
    return unknown('unreadable_answer', `HTTP ${answer.status}`);
  }
  if (isAccepted(reply.data)) return { outcome: 'accepted', reply: reply.data };
  return rejected('refused', 'response_code', JSON.stringify(reply.data));
}

/** Error codes for a bad or expired token. Each API of Daraja uses another one. */
const badTokenCodes = new Set(['404.001.03', '401.002.01', '401.003.01', '400.003.01']);

/** Returns true if Daraja refused the token, and therefore executed nothing. */
export function isBadToken(answer: TransportAnswer): boolean {
  if (answer.kind === 'silent') return false;
  const error = errorReplySchema.safeParse(answer.json);
  return error.success ? badTokenCodes.has(error.data.errorCode) : answer.status === 401;
}

/** Matches code and message, because an errorCode alone is ambiguous (500.001.1001 has four meanings). */
const serverRefusals: readonly { code: string; words: RegExp; reason: RejectionReason }[] = [
  { code: '500.001.1001', words: /merchant does not exist/i, reason: 'merchant_unknown' },
  { code: '500.001.1001', words: /wrong credentials/i, reason: 'wrong_credentials' },
  { code: '500.001.1001', words: /unable to lock subscriber/i, reason: 'subscriber_locked' },
  { code: '500.003.02', words: /spike arrest/i, reason: 'throttled' },
  { code: '500.003.03', words: /quota/i, reason: 'throttled' },
];

function readError(status: number, code: string, message: string): Rejected | Unknown {
  const detail = `${code} ${message}`;
  if (/duplicate originatorconversationid/i.test(message)) return unknown('already_sent', detail);
  if (/being processed|under processing/i.test(message)) return unknown('being_processed', detail);
  const refusal = serverRefusals.find((known) => known.code === code && known.words.test(message));
  if (refusal) return rejected(refusal.reason, code, message);
  if (badTokenCodes.has(code)) return rejected('token_refused', code, message);
  if (status >= 500 || status < 400 || status === 408) return unknown('server_error', detail);
  return rejected(reasonOfClientError(status, code), code, message);
}

function reasonOfClientError(status: number, code: string): RejectionReason {
  if (code.startsWith('400.')) return 'invalid_request';
  if (status === 401 || status === 403) return 'wrong_credentials';
  if (status === 404 || status === 405) return 'not_found';
  return status === 429 ? 'throttled' : 'refused';
}
