import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { bodiesOf, isWrongType, otherCalls, requiredFieldsOf, STRANGE_TEXTS } from '../testing/examples.ts';
import { endpoints, pathOf } from '../testing/raw-calls.ts';
import { authorizationFor, newCallers, type Callers } from '../testing/callers.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

const { sample } = contract;
const { email, password, newPassword } = sample;
const WRONG_TYPES = [null, 0, -1, 1.5, 1e308, true, [], ['x'], {}, { $ne: '' }, { length: 6 }];

let system: TestSystem;
let callers: Callers;
const logged: string[] = [];

beforeAll(async () => {
  system = await createTestSystem({ LOG_LEVEL: 'trace' }, { onLogLine: (line) => void logged.push(line) });
  callers = await newCallers(system);
});

afterAll(() => system.close());

type Envelope = {
  responseCode: number;
  code?: string;
  responseMessage: string;
  traceId?: string;
  fields?: { path: string }[];
};
type Reply = { status: number; json: Envelope; headers: Record<string, unknown> };

let addresses = 0;

/**
 * Sends a request.
 * @param body sent unchanged if it is a text
 */
async function send(
  endpoint: Endpoint,
  body?: unknown,
  {
    method = endpoint.method,
    type = 'application/json',
  }: { method?: Endpoint['method']; type?: string } = {},
): Promise<Reply> {
  addresses += 1;
  // Endpoints for merchants and administrators are tried as a merchant.
  const caller = endpoint.audience === 'merchant-or-admin' ? { audience: 'merchant' as const } : endpoint;
  const response = await system.http.inject({
    method,
    url: pathOf(endpoint),
    remoteAddress: `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
    headers: {
      ...(endpoint.audience !== 'anyone' && {
        authorization: authorizationFor(caller, callers),
      }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.statusCode, json: response.json<Envelope>(), headers: response.headers };
}

/** Checks that a refusal has every field of the envelope; returns its status and code. */
function refusalIn(reply: Reply): string {
  expect(reply.json).toMatchObject({
    responseCode: reply.status,
    customerMessage: reply.json.responseMessage,
  });
  expect(reply.json.responseMessage).toBeTruthy();
  expect(reply.json.traceId).toMatch(/^[0-9a-f-]{36}$/u);
  expect(reply.headers['cache-control']).toBe('no-store');
  return `${reply.status} ${reply.json.code}`;
}

const bodies = otherCalls.flatMap((endpoint) => bodiesOf(endpoint).map((body) => [endpoint, body] as const));

const PATIENCE = { timeout: 240_000 };
const nameOfBody = ([{ path }, body]: (typeof bodies)[number]) => `${path} ${JSON.stringify(body)}`;

test('every endpoint refuses a wrong type in any field, and names the field', PATIENCE, async () => {
  await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
    for (const field of Object.keys(valid)) {
      for (const value of WRONG_TYPES.filter((one) => isWrongType(endpoint, valid, field, one))) {
        const reply = await send(endpoint, { ...valid, [field]: value });
        expect(refusalIn(reply)).toBe('422 validation_failed');
        expect(reply.json.fields?.map((problem) => problem.path)).toContain(field);
      }
    }
  });
});

test('every endpoint refuses a body that lacks a required field or is not an object', PATIENCE, async () => {
  await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
    for (const field of requiredFieldsOf(endpoint, valid)) {
      const { [field]: _missing, ...rest } = valid;
      expect(refusalIn(await send(endpoint, rest))).toBe('422 validation_failed');
    }
    for (const body of ['[]', '"text"', '7', 'true', '[{}]']) {
      expect(refusalIn(await send(endpoint, body))).toBe('422 validation_failed');
    }
  });
});

test(
  'A16 every endpoint answers strange text in any field with an envelope, and without a fault',
  PATIENCE,
  async () => {
    await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
      for (const field of Object.keys(valid).filter((name) => typeof valid[name] === 'string')) {
        for (const text of STRANGE_TEXTS) {
          const reply = await send(endpoint, { ...valid, [field]: text });
          expect(reply.status, `${field}: ${text.slice(0, 40)}`).toBeLessThan(500);
          expect(reply.json.responseCode).toBe(reply.status);
        }
      }
    });
  },
);

test('every endpoint refuses invalid JSON, large bodies and other media types', PATIENCE, async () => {
  await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
    for (const body of ['{', '{"a":}', 'null,', '{"email":"a@b.test",}', '\u0000']) {
      expect(refusalIn(await send(endpoint, body))).toBe('400 invalid_json');
    }
    const large = await send(endpoint, { ...valid, padding: 'x'.repeat(1_048_576) });
    expect(refusalIn(large)).toBe('413 body_too_large');
    const typed = await send(endpoint, '<a/>', { type: 'application/xml' });
    expect(refusalIn(typed)).toBe('415 unsupported_media_type');
  });
});

test('no path of the contract accepts another method', PATIENCE, async () => {
  await everyRow(bodies, nameOfBody, async ([endpoint]) => {
    for (const method of ['GET', 'DELETE'] as const) {
      if (endpoints.some((one) => one.path === endpoint.path && one.method === method)) continue;
      expect(refusalIn(await send(endpoint, undefined, { method }))).toBe('405 method_not_allowed');
    }
  });
});

test('A24 S412 logs no password, code, token or secret of all these requests', () => {
  const text = logged.join('\n');
  expect(text).toContain('"route":"/api/auth/v1/login"');
  for (const secret of [
    password,
    newPassword,
    DEMO_PASSWORD,
    callers.person.bearer,
    callers.shop.owner.bearer,
    callers.administrator.bearer,
  ]) {
    expect(text).not.toContain(secret);
  }
  for (const privateWord of [email, sample.msisdn, callers.person.email, callers.person.phoneNumber]) {
    expect(text).not.toContain(privateWord);
  }
  expect(text).not.toContain('request failed');
});
