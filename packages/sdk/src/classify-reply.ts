import { ZawadiRefusal, type FieldError } from './errors.ts';
import { readRetryAfter } from './retry.ts';
import type { Reply } from './attempt-once.ts';

export type Classification =
  | { answer: object; requestId: string | undefined; isReplay: boolean }
  | {
      cause: unknown;
      status?: number;
      requestId?: string | undefined;
      /** Whether this attempt may have had an effect. */
      leavesOpen: boolean;
      /** Whether the reply proves that no earlier attempt with the same key had an effect, either. */
      rulesOutEarlierAttempts: boolean;
      isWorthRetrying: boolean;
      retryAfterSeconds?: number | undefined;
    };

/** Refusals before the server checks the idempotency key. An earlier attempt with the same key may have succeeded. */
const BEFORE_THE_KEY = new Set([401, 403, 407, 429]);

/** Classifies one reply: success or failure, and whether a retry makes sense. */
export function classifyReply(reply: Reply): Classification {
  if ('cause' in reply) {
    return { cause: reply.cause, leavesOpen: true, rulesOutEarlierAttempts: false, isWorthRetrying: true };
  }
  const { status, headers } = reply;
  const requestId = headers.get('request-id') ?? undefined;
  const json = isObject(reply.json) ? reply.json : undefined;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && json) {
    return { answer: json, requestId, isReplay: headers.get('idempotent-replayed') === 'true' };
  }
  const refusal = refusalOf(status, json ?? {}, headers);
  // A gateway may refuse as well, but does not check idempotency keys. Only Zawadi's refusals have a code.
  const isOurs = typeof json?.['code'] === 'string';
  // The first request with this idempotency key is still running.
  const isUnderWay = refusal.code === 'idempotency_key_in_use';
  const leavesOpen = isSuccess || status === 408 || status >= 500 || isUnderWay;
  return {
    cause: refusal,
    status,
    requestId,
    leavesOpen,
    rulesOutEarlierAttempts: isOurs && !leavesOpen && status >= 400 && !BEFORE_THE_KEY.has(status),
    isWorthRetrying: leavesOpen || status === 429,
    retryAfterSeconds: refusal.retryAfterSeconds,
  };
}

function refusalOf(status: number, json: Record<string, unknown>, headers: Headers): ZawadiRefusal {
  const { code, detail, errors, balance } = json;
  const text = (name: string) => (typeof json[name] === 'string' ? json[name] : undefined);
  const hasCode = typeof code === 'string';
  return new ZawadiRefusal({
    code: hasCode ? code : `http_${status}`,
    status,
    message: typeof detail === 'string' && hasCode ? detail : `${status} without a reason; is baseUrl right?`,
    type: text('type'),
    title: text('title'),
    param: text('param'),
    balance: typeof balance === 'number' ? balance : undefined,
    requestId: headers.get('request-id') ?? undefined,
    fields: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  });
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isFieldError(error: unknown): error is FieldError {
  return isObject(error) && typeof error['path'] === 'string' && typeof error['message'] === 'string';
}
