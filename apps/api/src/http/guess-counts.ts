import { isWrongSecret, type Endpoint, type OpenRate } from '@zawadi/contract';
import type { FastifyRequest } from 'fastify';
import type { CallCounts } from '../platform/call-counts/create-call-counts.ts';
import { networkOf } from '../platform/net/public-address.ts';
import { Refusal } from '../platform/refusal.ts';
import { apartFrom } from './call-rates.ts';

/** Runs a request. Refuses it if its network has made too many wrong guesses, or its token was used too often. */
type CountGuesses = <T>(request: FastifyRequest, run: () => Promise<T>) => Promise<T>;

const runOnly: CountGuesses = (_request, run) => run();

/**
 * Creates the counter for an endpoint's `OpenRate`.
 * @param options.callCounts shared counter; if absent, nothing is counted
 * @param options.rateFactor multiplies the contract's rates
 */
export function createGuessCount(
  endpoint: Endpoint,
  { callCounts, rateFactor }: { callCounts?: CallCounts; rateFactor: number },
): CountGuesses {
  if (endpoint.audience !== 'anyone' || !callCounts || endpoint.rate.guesses === 'none') return runOnly;
  const { token, guesses } = endpoint.rate;
  const name = `${endpoint.method} ${endpoint.path}`;
  const limit = guesses * rateFactor;
  const nameOf = (request: FastifyRequest) => `guesses ${name} ${apartFrom(request, networkOf(request.ip))}`;
  if (!token) return countBefore({ callCounts, limit, nameOf });
  return countAfter({
    callCounts,
    limit,
    nameOf,
    token: { ...token, perMinute: token.perMinute * rateFactor, name },
  });
}

type Counting = { callCounts: CallCounts; limit: number; nameOf: (request: FastifyRequest) => string };

/**
 * Counts an attempt before it runs, for values short enough to guess. A hundred concurrent attempts then count as a
 * hundred.
 */
function countBefore({ callCounts, limit, nameOf }: Counting): CountGuesses {
  return async (request, run) => {
    const guess = nameOf(request);
    const { used, resetMs } = await callCounts.count(guess, limit);
    if (used > limit) throw tooMany(resetMs);
    try {
      const answer = await run();
      callCounts.takeBack(guess);
      return answer;
    } catch (error) {
      if (!isGuess(error)) callCounts.takeBack(guess);
      throw error;
    }
  };
}

/**
 * Counts an attempt after it ran, for tokens too long to guess, because only the answer shows whether the token is
 * valid. A valid token is served, however many wrong ones its network has sent.
 */
function countAfter({
  callCounts,
  limit,
  nameOf,
  token,
}: Counting & { token: NonNullable<OpenRate['token']> & { name: string } }): CountGuesses {
  return async (request, run) => {
    const { params, body } = request as { params: object; body?: object };
    const value = String(({ ...params, ...body } as Record<string, unknown>)[token.field]);
    const own = `token ${token.name} ${value}`;
    const known = callCounts.look(own);
    if (known && known.used >= token.perMinute) throw tooMany(known.resetMs);
    try {
      const answer = await run();
      callCounts.countAtOnce(own, token.perMinute);
      return answer;
    } catch (error) {
      if (!isGuess(error)) throw error;
      const { used, resetMs } = await callCounts.count(nameOf(request), limit);
      throw used > limit ? tooMany(resetMs) : error;
    }
  };
}

function isGuess(error: unknown): boolean {
  return error instanceof Refusal && isWrongSecret(error.code);
}

function tooMany(resetMs: number): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(resetMs / 1_000) });
}
