import { ZawadiConnectionError, ZawadiRefusal } from './errors.ts';
import { classifyReply } from './classify-reply.ts';
import { pause, waitMs, LONGEST_RETRY_AFTER_SECONDS } from './retry.ts';
import type { Connection } from './settings.ts';
import { attemptOnce, type Call } from './attempt-once.ts';

export interface ReadOptions {
  /** Gives up early. A call with an effect may have had it nevertheless. */
  signal?: AbortSignal;
}

export interface WriteOptions extends ReadOptions {
  /**
   * Names this one sale or order, up to 255 characters: the same key has one effect and one answer, without expiry. A random one
   * is made unless given. Give your own when a sale must survive the end of your program.
   */
  idempotencyKey?: string;
}

export interface AnswerInfo {
  /** Tell us when you ask about it. */
  requestId: string | undefined;
  /** Of a call with an effect. */
  idempotencyKey: string | undefined;
  /** True when an earlier request with this key had the effect, and this is its answer once more. */
  isReplay: boolean;
}

/** An answer, and beside it how it came. `response` is neither enumerated nor written into JSON. */
export type Answered<T> = T & { readonly response: AnswerInfo };

/**
 * Makes a call, and makes it again with the same key while that is safe and may help.
 * @throws ZawadiRefusal when Zawadi said no
 * @throws ZawadiConnectionError when it is not known what became of the call
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
      // What the contract promises for this path; a client does not check its server's answers.
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
