import { setTimeout as pause } from 'node:timers/promises';
import { hasEnvelope, type CallAnswer, type Endpoint } from '@zawadi/contract';
import { request, type Credentials, type Given } from '@zawadi/story/request';

const TIMEOUT_MS = 60_000;
const MOST_TRIES = 10;
const TRY_AGAIN_MS = 500;

export type Reply<E extends Endpoint = Endpoint> = {
  status: number;
  /** `ok`, or the error code of a refusal. */
  outcome: string;
  /** Body of the response, whether success or refusal. */
  answer: CallAnswer<E>;
  /** Details of the refusal; empty for a success. */
  refusal: { failureReason?: string; retryAfterSeconds?: number; until?: string; sentTo?: string };
  headers: Headers;
};

export type CallApi = ReturnType<typeof createCallApi>;

/**
 * Creates an HTTP client. Returns refusals as values, because tests check them.
 * @param mostTries how often a request is sent that a crowded machine refuses as `overloaded`; nothing happened then
 */
export function createCallApi(baseUrl: string, { mostTries = MOST_TRIES } = {}) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: Given<E>,
    credentials?: Credentials,
  ): Promise<Reply<E>> => {
    for (let tries = 1; ; tries += 1) {
      const response = await request(baseUrl, endpoint, input, { credentials, timeoutMs: TIMEOUT_MS });
      const json = Object(await response.json());
      if (json.code === 'overloaded' && tries < mostTries) {
        await pause(TRY_AGAIN_MS);
        continue;
      }
      return {
        status: response.status,
        outcome: response.ok ? 'ok' : String(json.code),
        answer: hasEnvelope(endpoint) ? json.body : json,
        refusal: response.ok ? {} : json,
        headers: response.headers,
      };
    }
  };
}
