import type { TokenPair } from '@zawadi/contract/auth';
import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract/endpoint';
import { CallFailed, CallRefused } from './call-errors.ts';
import { exchange } from './exchange.ts';
import type { CallParts } from './exchange.ts';
import { refreshed, sessionLost } from './refresh.ts';
import { readTokens } from './token-store.ts';

export { CallFailed, CallRefused, sentenceOf } from './call-errors.ts';

type Given<E extends Endpoint> = {
  [Part in keyof CallInput<E> as CallInput<E>[Part] extends undefined ? never : Part]: CallInput<E>[Part];
} & { signal?: AbortSignal };

type Arguments<E extends Endpoint> = keyof Omit<Given<E>, 'signal'> extends never
  ? [input?: Given<E>]
  : [input: Given<E>];

const RETRY_DELAYS_MS = [300, 1200] as const;

/**
 * Calls an endpoint of the contract and returns the body of its answer.
 * GETs are tried again when the network or the server is briefly away; nothing else is ever repeated,
 * except once with fresh tokens when the server no longer takes the access token.
 * @throws CallRefused when the server says no, CallFailed when there is no answer within 30 seconds.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<CallAnswer<E>> {
  const parts = (input ?? {}) as CallParts;
  for (const delayMs of endpoint.method === 'GET' ? RETRY_DELAYS_MS : []) {
    try {
      return (await authorised(endpoint, parts)) as CallAnswer<E>;
    } catch (error) {
      if (parts.signal?.aborted || !isBriefly(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs * (1 + Math.random())));
    }
  }
  // The server checks every answer against the same contract before it sends it.
  return (await authorised(endpoint, parts)) as CallAnswer<E>;
}

async function authorised(endpoint: Endpoint, parts: CallParts): Promise<unknown> {
  // A sign-in carries no token, so that a wrong password is answered as such and never as a lost session.
  if (endpoint.audience === 'anyone') return exchange(endpoint, parts);
  const tokens = readTokens();
  if (tokens === undefined) throw noToken();
  try {
    return await exchange(endpoint, parts, tokens.accessToken);
  } catch (error) {
    if (!(error instanceof CallRefused) || (error.status !== 401 && error.status !== 403)) throw error;
    return again(endpoint, parts, tokens);
  }
}

async function again(endpoint: Endpoint, parts: CallParts, stale: TokenPair): Promise<unknown> {
  const fresh = await refreshed(stale);
  try {
    return await exchange(endpoint, parts, fresh.accessToken);
  } catch (error) {
    if (error instanceof CallRefused && error.status === 401) sessionLost();
    throw error;
  }
}

function noToken(): CallRefused {
  sessionLost();
  return new CallRefused(401, { code: 'unauthenticated', customerMessage: 'No access token found' });
}

function isBriefly(error: unknown): boolean {
  return (
    error instanceof CallFailed || (error instanceof CallRefused && [502, 503, 504].includes(error.status))
  );
}
