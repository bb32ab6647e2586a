import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMpesaClient, parseResult, parseStkCallback } from '@zawadi/mpesa';
import type { MpesaClientOptions } from '@zawadi/mpesa';
import { onTestFinished } from 'vitest';
import { sandboxCertificatePem } from '../certificate/certificate.ts';
import { sandboxCredentials } from '../credentials.ts';
import { createSandbox } from '../sandbox.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { poll } from './poll.ts';

export type Received = { token: string; body: unknown; atMs: number };
export type PhoneState = {
  msisdn: string;
  balance: number;
  prompts: { checkoutRequestId: string; amount: number; accountReference: string; shortCode: string }[];
  messages: { at: string; from: string; text: string }[];
};
export type Books = Record<'phones' | 'collection' | 'utility' | 'working' | 'charges', number>;
export type Rig = Awaited<ReturnType<typeof startRig>>;

/** Starts a sandbox, a receiver of callbacks and the real client. They stop when the test ends. */
export async function startRig(options: Partial<SandboxOptions> = {}) {
  const sandbox = await createSandbox({ port: 0, ...options });
  const receiver = await startReceiver();
  onTestFinished(() => sandbox.close());
  return { ...sandbox, ...receiver, ...rigFor(sandbox.url, receiver) };
}

/** Test actions on the sandbox at a URL, in this process or another. */
export function rigFor(url: string, receiver: { callbackBaseUrl: string; received: Received[] }) {
  const client = (more: Partial<MpesaClientOptions> = {}) =>
    createMpesaClient({
      baseUrl: url,
      ...sandboxCredentials,
      certificatePem: sandboxCertificatePem,
      callbackBaseUrl: receiver.callbackBaseUrl,
      timeoutMs: 10_000,
      ...more,
    });

  async function control<Answer = unknown>(path: string, body?: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers };
    const response = await fetch(`${url}/control/${path}`, request);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  /** Sends a request to Daraja without our client, with a token of its own. */
  async function callDaraja(
    path: string,
    body: object,
  ): Promise<{ status: number } & Record<string, unknown>> {
    const basic = btoa(`${sandboxCredentials.consumerKey}:${sandboxCredentials.consumerSecret}`);
    const oauth = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${basic}` },
    });
    const { access_token: token } = (await oauth.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, ...((await response.json()) as object) };
  }

  const phone = (msisdn: string) => control<PhoneState>(`phones/${msisdn}`);
  const arrivals = (token: string) => receiver.received.filter((callback) => callback.token === token);
  const arrival = (token: string) => poll(`callback ${token}`, () => arrivals(token).at(0)?.body);

  return {
    client,
    control,
    callDaraja,
    phone,
    arrivals,
    arrival,
    mpesa: client(),
    behave: (change: object) => control('behaviour', change),
    books: () => control<Books>('books'),
    answer: (msisdn: string, checkoutRequestId: string, answer: object) =>
      control(`phones/${msisdn}/prompts/${checkoutRequestId}`, answer),
    stkCallback: async (token: string) => defined(parseStkCallback(await arrival(token))),
    result: async (token: string) => defined(parseResult(await arrival(token))),
  };
}

const acceptance = { status: 200, text: '{"ResultCode":0,"ResultDesc":"Accepted"}' };

/**
 * Starts an HTTP server that records callbacks by the last part of their URL. Replies as configured, otherwise accepts.
 */
export async function startReceiver() {
  const received: Received[] = [];
  const answers = new Map<string, { status: number; text: string }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const token = (request.url ?? '').replace('/hooks/', '');
      received.push({ token, body: JSON.parse(Buffer.concat(chunks).toString()), atMs: Date.now() });
      const { status, text } = answers.get(token) ?? acceptance;
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const callbackBaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { callbackBaseUrl, received, answers };
}

export function newMsisdn(): string {
  return `2547${String(randomInt(100_000_000)).padStart(8, '0')}`;
}

export function someToken(): string {
  return Array.from({ length: 4 }, () => randomInt(2 ** 32).toString(16)).join('');
}

export function total(books: Books): number {
  return books.phones + books.collection + books.utility + books.working + books.charges;
}

/** Narrows a value whose presence the test has already checked. */
export function defined<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error('a value that the test relies on is missing');
  return value;
}
