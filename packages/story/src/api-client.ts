import { setTimeout as pause } from 'node:timers/promises';
import { hasEnvelope, type CallAnswer, type Endpoint } from '@zawadi/contract';
import { request, type Credentials, type Given } from './request.ts';

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

export type ApiClient = ReturnType<typeof createApiClient>;

const PATIENCE_MS = 90_000;
const TIMEOUT_MS = 30_000;

/**
 * Creates a client of the API over HTTP. It retries a failed connection or a 503 with the same ids until the API
 * answers. This is safe, because every call with an effect may be repeated.
 */
export function createApiClient(baseUrl: string) {
  async function send<E extends Endpoint>(
    endpoint: E,
    input: Given<E>,
    credentials?: Credentials,
  ): Promise<{ answer: CallAnswer<E>; headers: Headers }> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const response = await request(baseUrl, endpoint, input, {
        credentials,
        timeoutMs: TIMEOUT_MS,
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

async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<{ answer: CallAnswer<E>; headers: Headers }> {
  const json = objectOf(await response.json());
  if (!response.ok)
    throw new Refused(response.status, json, Number(response.headers.get('retry-after') ?? 0));
  const body: unknown = hasEnvelope(endpoint) ? json['body'] : json;
  return { answer: endpoint.answer.parse(body) as CallAnswer<E>, headers: response.headers };
}

type JsonObject = { [name: string]: unknown; code?: string; responseMessage?: string; detail?: string };

function objectOf(json: unknown): JsonObject {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}
