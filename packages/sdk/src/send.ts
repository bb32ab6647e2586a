import { ZawadiConnectionError, ZawadiRefusal } from './errors.ts';
import { judge } from './judge.ts';
import { pause, waitMs, LONGEST_RETRY_AFTER_SECONDS } from './retry.ts';
import type { Connection } from './settings.ts';
import { tryOnce, type Call } from './try-once.ts';

export interface ReadOptions {
  /** Gives up early. A call with an effect may have had it nevertheless. */
  signal?: AbortSignal;
}

export interface WriteOptions extends ReadOptions {
  /**
   * Names this one sale or order, up to 255 characters: the same key has one effect and one answer, for ever. A random one
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
    const verdict = judge(await tryOnce(connection, call, { key, signal }));
    if ('answer' in verdict) {
      const { answer, requestId, isReplay } = verdict;
      // What the contract promises for this path; a client does not check its server's answers.
      return withInfo(answer as T, { requestId, idempotencyKey: key, isReplay });
    }
    isOpen ||= verdict.leavesOpen;
    const { retryAfterSeconds = 0 } = verdict;
    const mayRetry = verdict.isWorthRetrying && tries <= connection.maximumRetries && !signal?.aborted;
    if (mayRetry && retryAfterSeconds <= LONGEST_RETRY_AFTER_SECONDS) {
      await pause(waitMs(tries, retryAfterSeconds), signal);
      if (!signal?.aborted) continue;
    }
    if (verdict.cause instanceof ZawadiRefusal && (verdict.settlesEarlierTries || !isOpen || !key)) {
      throw verdict.cause;
    }
    const { cause, status, requestId } = verdict;
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
