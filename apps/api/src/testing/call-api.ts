import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract';
import type { Credentials } from '@zawadi/story/api-client';

type Given<E extends Endpoint> = {
  [K in keyof CallInput<E> as undefined extends CallInput<E>[K] ? never : K]: CallInput<E>[K];
};

export type Reply<E extends Endpoint = Endpoint> = {
  status: number;
  /** `ok`, or the code of the refusal. */
  outcome: string;
  /** The body of a success; of a refusal what came instead, for what it adds to the code. */
  answer: CallAnswer<E>;
  /** The whole refusal, with what it adds to its code; empty for a success. */
  refusal: { failureReason?: string; retryAfterSeconds?: number };
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
    const given: { params?: object; headers?: Record<string, string | undefined>; body?: object } = input;
    const response = await fetch(baseUrl + pathOf(endpoint, given.params ?? {}), {
      method: endpoint.method,
      headers: headersOf(given, credentials),
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const json = Object(await response.json());
    const isPlain = endpoint.audience === 'machine' || endpoint.audience === 'provider';
    return {
      status: response.status,
      outcome: response.ok ? 'ok' : String(json.code),
      answer: isPlain ? json : json.body,
      refusal: response.ok ? {} : json,
      headers: response.headers,
    };
  };
}

function pathOf(endpoint: Endpoint, params: object): string {
  const values = new Map(Object.entries(params));
  return endpoint.path.replaceAll(/:(\w+)/gu, (_whole, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

function headersOf(
  given: { headers?: Record<string, string | undefined>; body?: object },
  credentials?: Credentials,
): Record<string, string> {
  const own = Object.entries(given.headers ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    ...(given.body !== undefined && { 'content-type': 'application/json' }),
    ...Object.fromEntries(own),
    ...(credentials && { authorization: authorizationOf(credentials) }),
  };
}

export function authorizationOf(credentials: Credentials): string {
  return 'bearer' in credentials
    ? `Bearer ${credentials.bearer}`
    : `Basic ${Buffer.from(credentials.basic).toString('base64')}`;
}
