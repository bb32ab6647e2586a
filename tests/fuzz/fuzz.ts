import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { addressOf, type Endpoint } from '@zawadi/contract';
import { z } from 'zod';
import { endpoints } from '../../apps/api/src/testing/raw-calls.ts';
import type { TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { createRandom } from '../faults/random.ts';
import { createCast, rolesFor, type Caller } from './cast.ts';
import { mutate, type Outgoing } from './mutations.ts';
import { createPool } from './pool.ts';
import { createReport, describeCall, type Heard, type Report } from './report.ts';
import { createValues, type Schema } from './values.ts';

const AT_ONCE = 6;
// Running all settlements, with a thousand merchants on a busy machine, takes more than half a minute.
const ANSWER_WITHIN_MS = 120_000;
const MUTATED_SHARE = 55;
const FITTING_SHARE = 88;
const STREAM = 'text/event-stream';

/**
 * Sends requests to every endpoint of the contract as every role, in an order given by a seed. Inputs fit the schemas,
 * or have one or two mutations. Several requests run concurrently, so results may differ between runs.
 */
export async function fuzz(
  system: TestSystem,
  report: Report,
  { requests, seed }: { requests: number; seed: number },
): Promise<{ replaced: number }> {
  const pool = createPool();
  const cast = await createCast(system, pool);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const { port } = system.deps.config;
  let next = 0;

  async function callOne(number: number): Promise<void> {
    const random = createRandom(seed, number);
    const values = createValues(random, pool);
    // Go through the endpoints in turn, so that a short run reaches as many as possible.
    const endpoint = endpoints[(number * 37) % endpoints.length];
    if (!endpoint) return;
    const fitting = rolesFor(endpoint);
    const isFitting = random.below(100) < FITTING_SHARE && fitting.length > 0;
    const caller = cast.get(random.oneOf(isFitting ? fitting : cast.callers));
    const call = compose(endpoint, caller, values.valueOf);
    if (random.below(100) < MUTATED_SHARE) mutate(call, random);
    const heard = await send(call, { agent, port, onAnswer: pool.harvest }).catch((error: unknown) => {
      report.fail(`no answer (${String(error)}): ${describeCall(call)}`);
    });
    if (!heard) return;
    report.note(`${endpoint.method} ${endpoint.path}`, call, heard);
    if (isFitting && call.mutations.length === 0) await cast.heard(caller, heard.code);
  }

  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < requests) await callOne((next += 1));
    }),
  );
  agent.destroy();
  return { replaced: cast.replaced() };
}

type Part = 'params' | 'query' | 'headers' | 'body';
const schemas = new Map<Endpoint, Partial<Record<Part, Schema>>>();

function schemasOf(endpoint: Endpoint): Partial<Record<Part, Schema>> {
  const known = schemas.get(endpoint);
  if (known) return known;
  const parts = (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
    const schema = part === 'body' && endpoint.upload ? undefined : endpoint[part];
    // JSON Schema cannot express some parts. Their values depend only on the name of the field.
    return schema ? [[part, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })]] : [];
  });
  const made = Object.fromEntries(parts) as Partial<Record<Part, Schema>>;
  schemas.set(endpoint, made);
  return made;
}

function compose(
  endpoint: Endpoint,
  { authorization, own }: Caller,
  valueOf: ReturnType<typeof createValues>['valueOf'],
): Outgoing {
  const parts = schemasOf(endpoint);
  const body = parts.body && valueOf(parts.body, '', own);
  const { requestId, transactionId } = Object(body) as Record<string, string>;
  const named = { ...own, 'x-requestid': requestId ?? transactionId ?? crypto.randomUUID() };
  const headers = Object(parts.headers && valueOf(parts.headers, '', named)) as Record<string, string>;
  const params = Object(parts.params && valueOf(parts.params, '', own));
  const query = Object(parts.query && valueOf(parts.query, '', own));
  const [mediaType] = endpoint.upload?.mediaTypes ?? [];
  const isEmpty = body === undefined && mediaType === undefined;
  return {
    method: endpoint.method,
    path: addressOf(endpoint, { params, query }),
    headers: {
      ...(!isEmpty && { 'content-type': mediaType ?? 'application/json' }),
      ...headers,
      ...(authorization !== undefined && { authorization }),
    },
    ...(!isEmpty && { body: mediaType === undefined ? JSON.stringify(body) : fileOf(mediaType) }),
    mutations: [],
  };
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const STATEMENT = [
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
  'UKL0000001,2026-11-20 10:15:00,Pay Bill from 254712000001 - AMINA,Completed,50.00,,1',
].join('\n');

function fileOf(mediaType: string): string | Buffer {
  return mediaType.startsWith('image/') ? PIXEL : STATEMENT;
}

async function send(
  call: Outgoing,
  options: { agent: Agent; port: number; onAnswer: (answer: unknown) => void },
): Promise<Heard> {
  const { promise, resolve, reject } = Promise.withResolvers<Heard>();
  const outgoing = request(
    {
      ...options,
      host: '127.0.0.1',
      method: call.method,
      path: call.path,
      // Without a content length, the server would parse the body of a GET as the next request.
      headers: {
        ...call.headers,
        ...(call.body !== undefined && { 'content-length': Buffer.byteLength(call.body) }),
      },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    },
    (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      if (headers['content-type']?.includes(STREAM)) {
        outgoing.destroy();
        resolve({ status, code: 'stream', isBackPressure: false });
        return;
      }
      buffer(incoming).then((bytes) => {
        const answer = headers['content-type']?.includes('json') ? Object(JSON.parse(bytes.toString())) : {};
        if (status === 200) options.onAnswer(answer);
        const code = status === 200 ? 'ok' : String(answer.code ?? headers['content-type']);
        resolve({ status, code, isBackPressure: status === 503 && headers['retry-after'] !== undefined });
      }, reject);
    },
  );
  outgoing.on('error', reject);
  outgoing.end(call.body);
  return promise;
}

/** Creates an empty report with every endpoint by method and path. */
export function newReport(): Report {
  return createReport(endpoints.map(({ method, path }) => `${method} ${path}`));
}
