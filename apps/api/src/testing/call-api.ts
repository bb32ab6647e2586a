import { hasEnvelope, type CallAnswer, type Endpoint } from '@zawadi/contract';
import { request, type Credentials, type Given } from '@zawadi/story/request';

const TIMEOUT_MS = 60_000;

export type Reply<E extends Endpoint = Endpoint> = {
  status: number;
  /** `ok`, or the refusal's code. */
  outcome: string;
  /** Body of a success, or of a refusal, for its details. */
  answer: CallAnswer<E>;
  /** The whole refusal with its details; empty for a success. */
  refusal: { failureReason?: string; retryAfterSeconds?: number; until?: string };
  headers: Headers;
};

export type CallApi = ReturnType<typeof createCallApi>;

/**
 * Creates a client that calls the API once, over HTTP, and returns refusals as values, because tests check the answer
 * itself.
 */
export function createCallApi(baseUrl: string) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: Given<E>,
    credentials?: Credentials,
  ): Promise<Reply<E>> => {
    const response = await request(baseUrl, endpoint, input, { credentials, timeoutMs: TIMEOUT_MS });
    const json = Object(await response.json());
    return {
      status: response.status,
      outcome: response.ok ? 'ok' : String(json.code),
      answer: hasEnvelope(endpoint) ? json.body : json,
      refusal: response.ok ? {} : json,
      headers: response.headers,
    };
  };
}
