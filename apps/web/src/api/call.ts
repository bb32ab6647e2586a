import type { TokenPair } from '@zawadi/contract/users';
import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract/endpoint';
import { say } from '../i18n/say.ts';
import { CallFailed, CallRefused } from './call-errors.ts';
import { exchange, exchangeFile, type CallParts } from './exchange.ts';
import { refreshed, sessionLost } from './refresh.ts';
import { readTokens } from './token-store.ts';
import type { StepUpProof } from '@zawadi/contract/step-up';

export { CallFailed, CallRefused, isNoAnswer, sentenceOf } from './call-errors.ts';

type Given<E extends Endpoint> = {
  [Part in keyof CallInput<E> as CallInput<E>[Part] extends undefined ? never : Part]: CallInput<E>[Part];
} & { signal?: AbortSignal };

type Arguments<E extends Endpoint> = keyof Omit<Given<E>, 'signal'> extends never
  ? [input?: Given<E>]
  : [input: Given<E>];

/** Repeats an API call with a proof that the account's owner makes it. */
export type RepeatWithProof<Answer> = (proof: StepUpProof) => Promise<Answer>;
type AskStepUp = <Answer>(refusal: CallRefused, repeat: RepeatWithProof<Answer>) => Promise<Answer>;

let askStepUp: AskStepUp = async (refusal) => Promise.reject(refusal);

/** Registers the function that opens the step-up dialog when the server requires a proof. */
export function registerStepUpDialog(ask: AskStepUp): void {
  askStepUp = ask;
}

const RETRY_DELAYS_MS = [300, 1200] as const;

/**
 * Calls an endpoint of the contract and returns the body of its answer. Retries GETs during a short outage of the
 * network or server. Repeats other methods only once, with fresh tokens, after the server rejected the access token.
 * @throws CallRefused when the server refuses, CallFailed when no answer arrives within 30 seconds
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<CallAnswer<E>> {
  // The cast is safe: the server checks every answer against the same contract before sending it.
  return (await patiently(exchange, endpoint, input)) as CallAnswer<E>;
}

/** Downloads a file from an endpoint; times out after five minutes. */
export async function fetchFile<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<File> {
  return patiently(exchangeFile, endpoint, input);
}

type Exchange<Answer> = (endpoint: Endpoint, parts: CallParts, accessToken?: string) => Promise<Answer>;

async function patiently<Answer>(
  ask: Exchange<Answer>,
  endpoint: Endpoint,
  input: unknown = {},
): Promise<Answer> {
  const parts = input as CallParts;
  for (const delayMs of endpoint.method === 'GET' ? RETRY_DELAYS_MS : []) {
    try {
      return await authorised(ask, endpoint, parts);
    } catch (error) {
      if (parts.signal?.aborted || !isBriefly(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs * (1 + Math.random())));
    }
  }
  return authorised(ask, endpoint, parts).catch(async (error: unknown) => {
    if (!(error instanceof CallRefused) || error.code !== 'step_up_required') throw error;
    return askStepUp(error, async (proof) =>
      authorised(ask, endpoint, { ...parts, body: Object.assign({}, parts.body, proof) }),
    );
  });
}

async function authorised<Answer>(
  ask: Exchange<Answer>,
  endpoint: Endpoint,
  parts: CallParts,
): Promise<Answer> {
  // A sign-in carries no token, so its 401 means a wrong password, not an expired session.
  if (endpoint.audience === 'anyone' && endpoint.takesSession !== true) return ask(endpoint, parts);
  const tokens = readTokens();
  if (endpoint.audience === 'anyone') return ask(endpoint, parts, tokens?.accessToken);
  if (tokens === undefined) throw noToken();
  try {
    return await ask(endpoint, parts, tokens.accessToken);
  } catch (error) {
    if (!(error instanceof CallRefused) || (error.status !== 401 && error.status !== 403)) throw error;
    return again(ask, endpoint, parts, tokens);
  }
}

async function again<Answer>(
  ask: Exchange<Answer>,
  endpoint: Endpoint,
  parts: CallParts,
  stale: TokenPair,
): Promise<Answer> {
  const fresh = await refreshed(stale);
  try {
    return await ask(endpoint, parts, fresh.accessToken);
  } catch (error) {
    if (error instanceof CallRefused && error.status === 401) sessionLost();
    throw error;
  }
}

function noToken(): CallRefused {
  sessionLost();
  return new CallRefused(401, { code: 'unauthenticated', customerMessage: say('No access token found') });
}

function isBriefly(error: unknown): boolean {
  return (
    error instanceof CallFailed || (error instanceof CallRefused && [502, 503, 504].includes(error.status))
  );
}
