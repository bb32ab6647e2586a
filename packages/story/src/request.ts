import { addressOf, type CallInput, type Endpoint } from '@zawadi/contract';

export type Credentials = { bearer: string } | { basic: string };

/** The parts of a request (params, query, body, headers) that its endpoint declares. */
export type Given<E extends Endpoint> = {
  [K in keyof CallInput<E> as undefined extends CallInput<E>[K] ? never : K]: CallInput<E>[K];
};

/** Sends one request and returns its answer, even if it is a refusal. A header without a value is not sent. */
export async function request<E extends Endpoint>(
  baseUrl: string,
  endpoint: E,
  input: Given<E>,
  options: { credentials?: Credentials; timeoutMs: number },
): Promise<Response> {
  const given: { params?: object; query?: object; headers?: object; body?: object } = input;
  return fetch(baseUrl + addressOf(endpoint, given), {
    method: endpoint.method,
    headers: headersOf(given, options.credentials),
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    signal: AbortSignal.timeout(options.timeoutMs),
  });
}

/** Returns the value of the `Authorization` header. */
export function authorizationOf(credentials: Credentials): string {
  return 'bearer' in credentials
    ? `Bearer ${credentials.bearer}`
    : `Basic ${Buffer.from(credentials.basic).toString('base64')}`;
}

function headersOf(
  given: { headers?: object; body?: object },
  credentials?: Credentials,
): Record<string, string> {
  const own = Object.entries(given.headers ?? {}).filter(([, value]) => value !== undefined);
  return {
    ...(given.body !== undefined && { 'content-type': 'application/json' }),
    ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    ...(credentials && { authorization: authorizationOf(credentials) }),
  };
}
