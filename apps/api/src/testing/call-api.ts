import { hasEnvelope, type CallAnswer, type Endpoint } from '@zawadi/contract';
import { request, type Credentials, type Given } from '@zawadi/story/request';

const TIMEOUT_MS = 60_000;

export type Reply<E extends Endpoint = Endpoint> = {
  status: number;
  /** `ok`, or the code of the refusal. */
  outcome: string;
  /** The body of a success; of a refusal what came instead, for what it adds to the code. */
  answer: CallAnswer<E>;
  /** The whole refusal, with what it adds to its code; empty for a success. */
  refusal: { failureReason?: string; retryAfterSeconds?: number; until?: string };
  headers: Headers;
};

export type CallApi = ReturnType<typeof createCallApi>;

/** Calls the API once, over HTTP, and reports refusals as they are: what a test looks at is the answer itself. */
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
