import { ZawadiConnectionError, ZawadiRefusal } from './errors.ts';
import { classifyReply } from './classify-reply.ts';
import { pause, waitMs, LONGEST_RETRY_AFTER_SECONDS } from './retry.ts';
import type { Connection } from './settings.ts';
import { attemptOnce, type Call } from './attempt-once.ts';

export interface ReadOptions {
  /** Aborts the call. A call with an effect may have had it nevertheless. */
  signal?: AbortSignal;
}

export interface WriteOptions extends ReadOptions {
  /**
   * Identifies this one sale or order, up to 255 characters: the same key has one effect and one answer, without
   * expiry. A random key is the default. Give your own if a sale must survive a crash of your program.
   */
  idempotencyKey?: string;
}

export interface AnswerInfo {
  /** Give it to us when you ask about the call. */
  requestId: string | undefined;
  /** Key of a call with an effect. */
  idempotencyKey: string | undefined;
  /** True if an earlier request with this key had the effect, and this is a repetition of its answer. */
  isReplay: boolean;
}

/** An answer with the details of its response. `response` is neither enumerable nor in the JSON. */
export type Answered<T> = T & { readonly response: AnswerInfo };

/**
 * Makes a call, and retries it with the same key while that is safe and useful.
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
      // The contract promises this type for the path; a client does not validate its server's answers.
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
