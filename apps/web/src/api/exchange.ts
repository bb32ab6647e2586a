import { addressOf, BACKGROUND_HEADER, takesProof } from '@zawadi/contract/endpoint';
import type { Endpoint } from '@zawadi/contract/endpoint';
import { loadTexts } from '../i18n/language.ts';
import { CallFailed, CallRefused } from './call-errors.ts';

const TIMEOUT_MS = 30_000;
// A full export of a long list takes minutes to download on a slow connection.
const FILE_TIMEOUT_MS = 300_000;

/** Random id of this page load. It groups the page's requests in the server's log, and is never an idempotency key. */
export const startId = [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('');

let isUntouched = () => false;

/** Registers the function that returns whether the user has not yet interacted with the page. */
export function registerIdleCheck(isUntouchedNow: () => boolean): void {
  isUntouched = isUntouchedNow;
}

// Loaded with the first API call of a session; a first visit needs no key.
const deviceKey = () => import('./device-key.ts');

export type CallParts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
};

/** Sends one request without retries and returns the `body` of the envelope. */
export async function exchange(endpoint: Endpoint, parts: CallParts, accessToken?: string): Promise<unknown> {
  const reply = await send(endpoint, parts, accessToken, TIMEOUT_MS, async (response) =>
    envelopeOf(await response.text()),
  );
  return reply.body;
}

/** Downloads a file from an endpoint; the server sets the file's name. */
export async function exchangeFile(
  endpoint: Endpoint,
  parts: CallParts,
  accessToken?: string,
): Promise<File> {
  return send(endpoint, parts, accessToken, FILE_TIMEOUT_MS, async (response) => {
    const named = /filename="([^"]+)"/u.exec(response.headers.get('content-disposition') ?? '');
    const content = await response.blob();
    return new File([content], named?.[1] ?? 'zawadi', { type: content.type });
  });
}

async function send<Answer>(
  endpoint: Endpoint,
  parts: CallParts,
  accessToken: string | undefined,
  timeoutMs: number,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const signal = signalWithin(timeoutMs, parts.signal);
  const refused = async (response: Response) => ({ envelope: envelopeOf(await response.text()) });
  const { status, reply } = await answered(parts, async () => {
    const address = addressOf(endpoint, parts);
    const init = {
      method: endpoint.method,
      headers: {
        'x-request-id': startId,
        ...(isUntouched() && { [BACKGROUND_HEADER]: '1' }),
        ...parts.headers,
        ...(parts.body === undefined ? {} : { 'content-type': mediaTypeOf(parts.body) }),
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      ...(parts.body === undefined ? {} : { body: wireBodyOf(parts.body) }),
      signal,
    };
    const response = takesProof(endpoint)
      ? await (await deviceKey()).fetchWithProof(address, init, accessToken)
      : await fetch(address, init);
    const isGiven = response.status === 200;
    return {
      status: response.status,
      reply: isGiven ? { answer: await read(response) } : await refused(response),
    };
  });
  if ('answer' in reply) return reply.answer;
  await loadTexts('refusals');
  throw new CallRefused(status, reply.envelope);
}

/**
 * Returns a signal that aborts after the time-out or when the caller aborts. Phones of 2023 lack `AbortSignal.any` and
 * `AbortSignal.timeout`.
 */
function signalWithin(timeoutMs: number, caller: AbortSignal | undefined): AbortSignal {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), timeoutMs);
  caller?.addEventListener('abort', () => stop.abort());
  if (caller?.aborted) stop.abort();
  return stop.signal;
}

/** Throws `CallFailed` if no answer arrives, unless the caller aborted. */
async function answered<Answer>({ signal }: CallParts, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailed(error);
  }
}

function mediaTypeOf(body: unknown): string {
  return body instanceof Blob ? body.type : 'application/json';
}

function wireBodyOf(body: unknown): Blob | string {
  return body instanceof Blob ? body : JSON.stringify(body);
}

// A proxy may answer with an HTML page instead of an envelope; then only the status counts.
function envelopeOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
