import type { Logger } from 'pino';
import type { CallCounts } from '../../../platform/call-counts/create-call-counts.ts';
import { createKeyedSemaphores } from '../../../platform/semaphore.ts';
import { Refusal } from '../../../platform/refusal.ts';

export type GuessCounter = {
  /**
   * Looks up a callback token that the caller may have guessed. Finds a valid token even if the caller has exceeded
   * the limit.
   * @throws Refusal `too_many_requests` if the token is unknown and the caller has exceeded the limit
   */
  lookUp: <T>(caller: string, find: () => Promise<T | undefined>) => Promise<T | undefined>;
};

const WINDOW_MS = 60_000;
const GUESSES_PER_WINDOW = 60;
const CALLERS_REMEMBERED = 10_000;

/**
 * Counts messages to unknown callback URLs, per caller's IP address and across all processes. Refuses a caller over
 * the limit, and looks up that caller's messages one at a time. Logs one line a minute instead of one per message.
 */
export function createGuessCounter({
  log,
  callCounts,
}: {
  log: Logger;
  callCounts: CallCounts;
}): GuessCounter {
  const guesses = new Map<string, number>();
  const oneAtATime = createKeyedSemaphores({ atOnce: 1, waitingAtMost: Infinity, retryAfterSeconds: 1 });
  const guessesHere = (caller: string) => guesses.get(caller) ?? 0;

  function note(caller: string): void {
    if (guesses.size === 0) {
      log.warn({ caller }, 'message to an unknown callback URL');
      setTimeout(endWindow, WINDOW_MS).unref();
    }
    if (guesses.has(caller) || guesses.size < CALLERS_REMEMBERED) {
      guesses.set(caller, guessesHere(caller) + 1);
    }
  }

  function endWindow(): void {
    const [busiest] = [...guesses].toSorted(([, one], [, other]) => other - one);
    const messages = [...guesses.values()].reduce((sum, one) => sum + one, 0);
    if (messages > 1) {
      const summary = { messages, callers: guesses.size, busiest: busiest?.[0] };
      log.warn(summary, 'messages to unknown callback URLs within a minute');
    }
    guesses.clear();
  }

  return {
    lookUp: async (caller, find) => {
      const isBusy = guessesHere(caller) > GUESSES_PER_WINDOW;
      const found = await (isBusy ? oneAtATime(caller)(find) : find());
      if (found !== undefined) return found;
      note(caller);
      const { used, resetMs } = await callCounts.count(`unknown callback ${caller}`, GUESSES_PER_WINDOW);
      if (used > GUESSES_PER_WINDOW) {
        throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(resetMs / 1_000) });
      }
      return undefined;
    },
  };
}
