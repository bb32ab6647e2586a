import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { observeCall } from '../../../platform/metrics/observe-call.ts';
import type { Outcome } from '../../../platform/outbox/outcome.ts';

export type SmsAccount = {
  /** `https://api.africastalking.com`, or the sandbox's URL. */
  baseUrl: string;
  username: string;
  apiKey: string;
  /** Registered sender id or short code. */
  from: string;
  timeoutMs?: number;
};

/**
 * Sends one SMS.
 * @param to 254XXXXXXXXX
 */
export type SendSms = (to: string, text: string, signal: AbortSignal) => Promise<Outcome>;

const TIMEOUT_MS = 10_000;

const answerSchema = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(z.object({ statusCode: z.coerce.number().int(), messageId: z.string().optional() })),
  }),
});

// Codes per recipient, from the published SDKs of Africa's Talking. A 201 response may have any of them.
const ACCEPTED = new Set([100, 101, 102]);
const REFUSED: Record<number, string> = {
  401: 'risk hold',
  403: 'invalid number',
  404: 'number type not supported',
  406: 'recipient has blocked us',
  409: 'do not disturb',
};
const PASSING: Record<number, string> = {
  402: 'invalid sender id',
  405: 'our SMS balance is used up',
  407: 'no route',
  500: 'provider error',
  501: 'gateway error',
  502: 'rejected by gateway',
};

/** The configured account; in the sandbox its key is known. */
export function smsAccountOf({ sms }: Deps['config']): SmsAccount {
  return { ...sms, apiKey: sms.apiKey ?? sandboxCredentials.smsApiKey };
}

/**
 * Creates an SMS sender for Africa's Talking. Its API has no idempotency key, so an SMS that may have been sent is
 * `unknown` and not retried. Losing a message, which the screen also shows, is better than sending it twice.
 */
export function createSmsSender(account: SmsAccount): SendSms {
  const { timeoutMs = TIMEOUT_MS } = account;
  const send: SendSms = async (to, text, signal) => {
    let response: Response;
    try {
      response = await fetch(`${account.baseUrl}/version1/messaging`, {
        method: 'POST',
        headers: { apiKey: account.apiKey, accept: 'application/json' },
        body: new URLSearchParams({
          username: account.username,
          to: `+${to}`,
          message: text,
          from: account.from,
          bulkSMSMode: '1',
          enqueue: '1',
        }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
    } catch (error) {
      return neverConnected(error)
        ? { kind: 'retry', reason: 'cannot connect' }
        : { kind: 'unknown', reason: 'no answer' };
    }
    const body = await response.text().catch(() => undefined);
    return response.status === 201 ? outcomeOfAnswer(body) : outcomeOfStatus(response.status);
  };
  return (to, text, signal) =>
    observeCall(
      { provider: 'sms', operation: 'send' },
      () => send(to, text, signal),
      ({ kind }) => kind,
    );
}

/** Creates the SMS sender of the configured account. */
export function createConfiguredSmsSender({ config }: Pick<Deps, 'config'>): SendSms {
  return createSmsSender(smsAccountOf(config));
}

const balanceSchema = z.object({ UserData: z.object({ balance: z.string() }) });

/** `balance` has the gateway's own form: `KES 1785.5000`. `refused`: wrong username or key. */
type SmsBalance =
  | { kind: 'balance'; balance: string }
  | { kind: 'refused' }
  | { kind: 'no answer'; reason: string };

/** Reads the balance of the account, which also shows whether the gateway accepts the key. Sends no SMS. */
export async function readSmsBalance(account: SmsAccount): Promise<SmsBalance> {
  const { baseUrl, username, apiKey, timeoutMs = TIMEOUT_MS } = account;
  try {
    const response = await fetch(`${baseUrl}/version1/user?${new URLSearchParams({ username }).toString()}`, {
      headers: { apiKey, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await response.text();
    if (response.status === 401 || response.status === 403) return { kind: 'refused' };
    const answer = balanceSchema.safeParse(parseJson(body));
    if (!answer.success) return { kind: 'no answer', reason: `HTTP ${response.status}` };
    return { kind: 'balance', balance: answer.data.UserData.balance };
  } catch (error) {
    return { kind: 'no answer', reason: neverConnected(error) ? 'cannot connect' : 'no answer' };
  }
}

function outcomeOfAnswer(body: string | undefined): Outcome {
  const answer = answerSchema.safeParse(parseJson(body));
  if (!answer.success) return { kind: 'unknown', reason: 'unreadable answer' };
  const [recipient] = answer.data.SMSMessageData.Recipients;
  // An empty list of recipients means that nothing was sent. The response's own message is a sentence such as
  // "InvalidSenderId".
  if (!recipient) return { kind: 'retry', reason: 'no recipient accepted' };
  const { statusCode } = recipient;
  if (ACCEPTED.has(statusCode)) return { kind: 'done', providerId: idOf(recipient.messageId) };
  const refusal = REFUSED[statusCode];
  if (refusal !== undefined) return { kind: 'dead', reason: `${statusCode} ${refusal}` };
  const passing = PASSING[statusCode];
  if (passing !== undefined) return { kind: 'retry', reason: `${statusCode} ${passing}` };
  return { kind: 'unknown', reason: `status code ${statusCode}` };
}

/** The gateway writes `None` for an SMS that has no id. */
function idOf(messageId: string | undefined): string | undefined {
  return messageId === undefined || !/^\w[\w-]{3,99}$/u.test(messageId) || messageId === 'None'
    ? undefined
    : messageId;
}

function outcomeOfStatus(status: number): Outcome {
  // A gateway that timed out has forwarded the request and does not know its outcome.
  if (status === 502 || status === 504 || status < 400) return { kind: 'unknown', reason: `HTTP ${status}` };
  return { kind: 'retry', reason: `HTTP ${status}` };
}

const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && NOT_CONNECTED.has(String(cause.code));
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
