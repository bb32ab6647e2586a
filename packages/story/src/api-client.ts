import { setTimeout as pause } from 'node:timers/promises';
import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract';

/** A refusal of the API, with its stable code. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number;

  constructor(
    status: number,
    body: { code?: string; responseMessage?: string; detail?: string },
    retryAfter: number,
  ) {
    super(`${status} ${body.code ?? '(no code)'}: ${body.responseMessage ?? body.detail ?? ''}`);
    this.code = body.code ?? '';
    this.status = status;
    this.retryAfterSeconds = retryAfter;
  }
}

type Given<E extends Endpoint> = {
  [K in keyof CallInput<E> as undefined extends CallInput<E>[K] ? never : K]: CallInput<E>[K];
};
export type Credentials = { bearer: string } | { basic: string };
export type ApiClient = ReturnType<typeof createApiClient>;

const PATIENCE_MS = 90_000;

/**
 * Calls the API over HTTP as any client would. A connection that fails, and a 503, are tried again with the same
 * ids until the API is back: every call with an effect is safe to repeat.
 */
export function createApiClient(baseUrl: string) {
  async function send<E extends Endpoint>(
    endpoint: E,
    input: Given<E>,
    credentials?: Credentials,
  ): Promise<{ answer: CallAnswer<E>; headers: Headers }> {
    const given: { params?: object; headers?: object; body?: object } = input;
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const response = await fetch(baseUrl + pathOf(endpoint, given.params ?? {}), {
        method: endpoint.method,
        headers: headersFor(given, credentials),
        ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
        signal: AbortSignal.timeout(30_000),
      }).catch((error: unknown) => {
        if (Date.now() > deadline) throw error;
        return undefined;
      });
      if (response && response.status !== 503) return readAnswer(endpoint, response);
      if (response && Date.now() > deadline) throw new Refused(503, {}, 0);
      await pause(500);
    }
  }

  return {
    baseUrl,
    send,
    call: async <E extends Endpoint>(endpoint: E, input: Given<E>, credentials?: Credentials) =>
      (await send(endpoint, input, credentials)).answer,
  };
}

function pathOf(endpoint: Endpoint, params: object): string {
  const values = new Map(Object.entries(params));
  return endpoint.path.replaceAll(/:(\w+)/gu, (_whole, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

function headersFor(
  given: { headers?: object; body?: object },
  credentials?: Credentials,
): Record<string, string> {
  return {
    ...(given.body !== undefined && { 'content-type': 'application/json' }),
    ...Object.fromEntries(Object.entries(given.headers ?? {}).map(([name, value]) => [name, String(value)])),
    ...(credentials && {
      authorization:
        'bearer' in credentials
          ? `Bearer ${credentials.bearer}`
          : `Basic ${Buffer.from(credentials.basic).toString('base64')}`,
    }),
  };
}

async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<{ answer: CallAnswer<E>; headers: Headers }> {
  const json = objectOf(await response.json());
  if (!response.ok)
    throw new Refused(response.status, json, Number(response.headers.get('retry-after') ?? 0));
  const isPlain = endpoint.audience === 'machine' || endpoint.audience === 'provider';
  const body: unknown = isPlain ? json : json['body'];
  return { answer: endpoint.answer.parse(body) as CallAnswer<E>, headers: response.headers };
}

type JsonObject = { [name: string]: unknown; code?: string; responseMessage?: string; detail?: string };

function objectOf(json: unknown): JsonObject {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}
