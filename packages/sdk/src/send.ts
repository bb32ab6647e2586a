import { ZawadiConnectionError, ZawadiRefusal } from './errors.ts';
import { classifyReply } from './classify-reply.ts';
import { pause, waitMs, LONGEST_RETRY_AFTER_SECONDS } from './retry.ts';
import type { Connection } from './settings.ts';
import { attemptOnce, type Call } from './attempt-once.ts';

export interface ReadOptions {
  /** Aborts the call. A call with an effect may have succeeded nevertheless. */
  signal?: AbortSignal;
}

export interface WriteOptions extends ReadOptions {
  /**
   * Identifies one sale or order, in up to 255 characters. All requests with the same key have one effect and one
   * answer; keys never expire. The default is a random key. Give your own if a sale must survive a crash of your
   * program.
   */
  idempotencyKey?: string;
}

export interface AnswerInfo {
  /** Id of the request. Name it when you ask us about the call. */
  requestId: string | undefined;
  /** Idempotency key of a call with an effect; undefined for a call that only reads. */
  idempotencyKey: string | undefined;
  /** True if an earlier request with this key had the effect, and this answer repeats the earlier one. */
  isReplay: boolean;
}

/** An answer with the details of its response. `response` is not enumerable, and JSON omits it. */
export type Answered<T> = T & { readonly response: AnswerInfo };

/**
 * Sends a call, and retries it with the same idempotency key while this is safe and useful.
 * @throws ZawadiRefusal if Zawadi refused
 * @throws ZawadiConnectionError if the outcome is unknown
 */
export async function send<T extends object>(
  connection: Connection,
  call: Call,
  options: WriteOptions = {},
): Promise<Answered<T>> {
  options.signal?.throwIfAborted();
  const { idempotencyKey = crypto.randomUUID(), signal } = options;
  const key = call.method === 'POST' ? idempotencyKey : undefined;
  let isOpen = false;
  for (let tries = 1; ; tries += 1) {
    const reply = classifyReply(await attemptOnce(connection, call, { key, signal }));
    if ('answer' in reply) {
      const { answer, requestId, isReplay } = reply;
      // The contract defines this type for the path. The client does not validate the server's answers.
      return withInfo(answer as T, { requestId, idempotencyKey: key, isReplay });
    }
    isOpen ||= reply.leavesOpen;
    const { retryAfterSeconds = 0 } = reply;
    const mayRetry = reply.isWorthRetrying && tries <= connection.maximumRetries && !signal?.aborted;
    if (mayRetry && retryAfterSeconds <= LONGEST_RETRY_AFTER_SECONDS) {
      await pause(waitMs(tries, retryAfterSeconds), signal);
      if (!signal?.aborted) continue;
    }
    if (reply.cause instanceof ZawadiRefusal && (reply.rulesOutEarlierAttempts || !isOpen || !key)) {
      throw reply.cause;
    }
    const { cause, status, requestId } = reply;
    throw new ZawadiConnectionError({
      call: call.name,
      tries,
      cause,
      idempotencyKey: key,
      status,
      requestId,
    });
  }
}

function withInfo<T extends object>(answer: T, info: AnswerInfo): Answered<T> {
  return Object.defineProperty(answer, 'response', { value: info }) as Answered<T>;
}
