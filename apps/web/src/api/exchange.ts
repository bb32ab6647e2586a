import { addressOf } from '@zawadi/contract/endpoint';
import type { Endpoint } from '@zawadi/contract/endpoint';
import { CallFailed, CallRefused } from './call-errors.ts';

const TIMEOUT_MS = 30_000;

/** Random, and the same for every request of this page: it groups them in the server's log and is never a key. */
export const startId = [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('');

export type CallParts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
};

/** One request and its answer, without retries. Returns the `body` of the envelope. */
export async function exchange(endpoint: Endpoint, parts: CallParts, accessToken?: string): Promise<unknown> {
  const { status, envelope } = await send(endpoint, parts, accessToken);
  if (status !== 200) throw new CallRefused(status, envelope);
  return envelope.body;
}

type Reply = { status: number; envelope: Record<string, unknown> };

async function send(endpoint: Endpoint, parts: CallParts, accessToken?: string): Promise<Reply> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(endpoint, parts), {
      method: endpoint.method,
      headers: {
        'x-request-id': startId,
        ...parts.headers,
        ...(parts.body === undefined ? {} : { 'content-type': mediaTypeOf(parts.body) }),
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      ...(parts.body === undefined ? {} : { body: wireBodyOf(parts.body) }),
      signal: parts.signal === undefined ? timeout : AbortSignal.any([timeout, parts.signal]),
    });
    return { status: response.status, envelope: envelopeOf(await response.text()) };
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw new CallFailed(error);
  }
}

function mediaTypeOf(body: unknown): string {
  return body instanceof Blob ? body.type : 'application/json';
}

function wireBodyOf(body: unknown): Blob | string {
  return body instanceof Blob ? body : JSON.stringify(body);
}

// A proxy in between may answer with a page instead of an envelope; the status then says enough.
function envelopeOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
