import {
  endpointsIn,
  hasEnvelope,
  type Endpoint,
  type HandlerAnswer,
  type HandlerInput,
} from '@zawadi/contract/endpoint';
import * as contract from '@zawadi/contract';
import { refusals, type RefusalCode } from '@zawadi/contract/refusals';
import type { RefusalEnvelope } from '@zawadi/contract/envelope';
import type { z } from 'zod';
import type { Reply, Seen } from '../api/testing/fake-server.ts';
import { emptyAnswer } from './empty-answer.ts';

/** A request, as parsed by the contract. */
type Asked = { params?: unknown; query?: unknown; body?: unknown };
export type Answer = { endpoint: Endpoint; reply: (asked: Asked) => Reply | Promise<Reply> };

const endpoints = endpointsIn(contract);

/** Makes the fake server's answer for an endpoint; the contract checks it. */
export function answer<const E extends Endpoint>(endpoint: E, body: HandlerAnswer<E>): Answer {
  return { endpoint, reply: () => success(endpoint, body) };
}

/** Makes an answer that depends on the request, for example one page of a list. */
export function answerBy<const E extends Endpoint>(
  endpoint: E,
  answerTo: (asked: HandlerInput<E>) => HandlerAnswer<E>,
): Answer {
  return { endpoint, reply: (asked) => success(endpoint, answerTo(asked as HandlerInput<E>)) };
}

/** Makes a refusal with the contract's sentence. */
export function refusal(
  endpoint: Endpoint,
  code: RefusalCode,
  details: Partial<RefusalEnvelope> = {},
): Answer {
  return { endpoint, reply: () => refused(code, details) };
}

/** Makes an answer with a file, as for exports and receipts. */
export function file(endpoint: Endpoint, name: string, content: string): Answer {
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { endpoint, reply: () => ({ status: 200, headers, stream: (one) => void one.end(content) }) };
}

/** Makes the answer of a proxy that does not reach the server: an HTML page. */
export function badGateway(endpoint: Endpoint): Answer {
  const headers = { 'content-type': 'text/html' };
  return { endpoint, reply: () => ({ status: 502, headers, body: 'Bad Gateway' }) };
}

/** Makes an answer that is lost: the fake server cuts the connection. */
export function lost(endpoint: Endpoint): Answer {
  return { endpoint, reply: () => ({ status: 200, hangUp: true }) };
}

/** Delays an answer until the test calls `release`. */
export function held(after: Answer): Answer & { release: () => void } {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    endpoint: after.endpoint,
    reply: async (asked) => {
      await released;
      return after.reply(asked);
    },
    release,
  };
}

/**
 * Fake server: returns the latest answer that the test set for the endpoint, or the smallest valid one. Rejects an
 * invalid request as the server does.
 */
export async function replyBy(answers: readonly Answer[], request: Seen): Promise<Reply> {
  const endpoint = endpointOf(request);
  if (endpoint === undefined) return refused('not_found');
  const asked = read(endpoint, request);
  if ('problems' in asked) return refused('validation_failed', { fields: asked.problems });
  const given = answers.filter((one) => one.endpoint === endpoint).at(-1);
  if (given !== undefined) return given.reply(asked);
  if (endpoint.isStream === true) return { status: 200, stream: () => {} };
  return success(endpoint, emptyAnswer(endpoint));
}

/** Returns the endpoint of the contract that matches a request. */
export function endpointOf({ method, path }: Pick<Seen, 'method' | 'path'>): Endpoint | undefined {
  const [pathname = ''] = path.split('?');
  const fits = endpoints.filter((one) => one.method === method && patternOf(one).test(pathname));
  // `/users/me` matches also `/users/:id`; the endpoint with fewer parameters wins.
  return fits.sort((one, other) => parametersOf(one).length - parametersOf(other).length)[0];
}

function read(endpoint: Endpoint, { path, body }: Seen): Asked | { problems: RefusalEnvelope['fields'] } {
  const { pathname, searchParams } = new URL(path, 'http://server.test');
  const values = patternOf(endpoint).exec(pathname)?.slice(1) ?? [];
  const parts = {
    params: Object.fromEntries(
      parametersOf(endpoint).map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
    ),
    query: Object.fromEntries(searchParams),
    body,
  };
  const problems: NonNullable<RefusalEnvelope['fields']> = [];
  const asked: Record<string, unknown> = { ...parts };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema === undefined || (part === 'body' && endpoint.upload !== undefined)) continue;
    const result = schema.safeParse(parts[part] ?? {});
    if (result.success) asked[part] = result.data;
    else problems.push(...result.error.issues.map(problemOf));
  }
  return problems.length > 0 ? { problems } : asked;
}

function problemOf({ path, message }: z.core.$ZodIssue) {
  return { path: path.join('.'), message };
}

function success(endpoint: Endpoint, body: unknown): Reply {
  const result = endpoint.answer.safeParse(body);
  if (!result.success) throw new Error(`${endpoint.path} cannot answer this: ${result.error.message}`);
  const isBare = !hasEnvelope(endpoint);
  return {
    status: 200,
    body: isBare
      ? result.data
      : { responseCode: 200, responseMessage: endpoint.message ?? 'Success', body: result.data },
  };
}

function refused(code: RefusalCode, details: Partial<RefusalEnvelope> = {}): Reply {
  const { status, message, ...rest }: { status: number; message: string; code?: string } = refusals[code];
  const envelope: RefusalEnvelope = {
    responseCode: status,
    code: rest.code ?? code,
    responseMessage: message,
    customerMessage: message,
    traceId: 'trace-of-a-test',
    ...details,
  };
  return { status, body: envelope };
}

function parametersOf({ path }: Endpoint): string[] {
  return [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/gu, '([^/]+)')}$`, 'u');
}
