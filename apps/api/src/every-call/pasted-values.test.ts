import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@zawadi/contract';
import { pasted, type PastedKind } from '@zawadi/contract/pasted-corpus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationFor, newCallers, type Callers } from '../testing/callers.ts';
import { everyRow } from '../testing/every-row.ts';
import { bodiesOf, moneyCalls, otherCalls, type Body } from '../testing/examples.ts';
import { pathOf, refusalIn, sendRaw } from '../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let callers: Callers;
beforeAll(async () => {
  system = await createTestSystem();
  callers = await newCallers(system);
});
afterAll(() => system.close());

type Place = { endpoint: Endpoint; body: Body; path: readonly string[] };

/** Lists every text field in an endpoint's example body, at any depth. */
function placesIn(endpoint: Endpoint): Place[] {
  return bodiesOf(endpoint).flatMap((body) => textsIn(body).map((path) => ({ endpoint, body, path })));
}

function textsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => textsIn(inside, [...path, name]));
}

function bodyWith({ body, path }: Place, typed: string): Body {
  const copy = structuredClone(body);
  const holder = path.slice(0, -1).reduce<unknown>((inside, name) => Object(inside)[name], copy);
  Object(holder)[path.at(-1) ?? ''] = typed;
  return copy;
}

function valueAt(read: unknown, { path }: Place): unknown {
  return path.reduce<unknown>((inside, name) => Object(inside)[name], read);
}

const places = [...moneyCalls, ...otherCalls].flatMap(placesIn);

function placesOf({ plain, read }: PastedKind): Place[] {
  return places.filter((place) => {
    if (read.startsWith('https:') && !/link|url/iu.test(place.path.at(-1) ?? '')) return false;
    const { data } = place.endpoint.body?.safeParse(bodyWith(place, plain)) ?? {};
    return data !== undefined && valueAt(data, place) === read;
  });
}

/**
 * Returns status and code of an answer, with the fields that it names. If the request ended the caller's session,
 * signs the caller in again.
 */
async function outcomeOf({ endpoint }: Pick<Place, 'endpoint'>, payload: string): Promise<string> {
  const outcome = await send(endpoint, payload);
  if (outcome !== '401 unauthenticated' || endpoint.audience === 'anyone') return outcome;
  callers = await newCallers(system);
  return send(endpoint, payload);
}

async function send(endpoint: Endpoint, payload: string): Promise<string> {
  const caller = endpoint.audience === 'merchant-or-admin' ? { audience: 'merchant' as const } : endpoint;
  const headers = {
    ...(endpoint.audience !== 'anyone' && { authorization: authorizationFor(caller, callers) }),
    'x-requestid': randomUUID(),
    'idempotency-key': randomUUID(),
  };
  const reply = await sendRaw(system, { method: endpoint.method, path: pathOf(endpoint), headers, payload });
  if (reply.status < 400) return String(reply.status);
  const fields = (reply.json['fields'] ?? reply.json['errors'] ?? []) as { path: string }[];
  return [refusalIn(endpoint.path, reply), ...fields.map((field) => field.path)].join(' ');
}

const refusalOf = ({ path }: Place) => `422 validation_failed ${path.join('.')}`;

/** Values tried per kind. The contract's own tests try all of them. */
const FEW = 4;
const some = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % Math.ceil(all.length / FEW) === 0);

test(
  'A16 every endpoint accepts a pasted value that clearly means a valid one',
  { timeout: 240_000 },
  async () => {
    await everyRow(
      Object.entries<PastedKind>(pasted),
      ([name]) => name,
      async ([, kind]) => {
        const found = placesOf(kind);
        expect(found.length).toBeGreaterThan(0);
        const wrong: string[] = [];
        for (const place of found) {
          // Some rules concern more than the spelling, such as whether a host exists. They refuse the usual spelling,
          // too.
          const refused = refusalOf(place);
          if ((await outcomeOf(place, JSON.stringify(bodyWith(place, kind.read)))) === refused) continue;
          for (const { typed } of some(kind.honest)) {
            const outcome = await outcomeOf(place, JSON.stringify(bodyWith(place, typed)));
            if (outcome === refused || outcome.startsWith('5'))
              wrong.push(
                `${place.endpoint.path} ${place.path.join('.')} ${JSON.stringify(typed)}: ${outcome}`,
              );
          }
        }
        expect(wrong).toEqual([]);
      },
    );
  },
);

test(
  'A17 every endpoint refuses an invalid phone number, email address or one-time code, and names the field',
  { timeout: 240_000 },
  async () => {
    await everyRow(['phone', 'email', 'oneTimeCode'] as const, String, async (name) => {
      const kind: PastedKind = pasted[name];
      const wrong: string[] = [];
      for (const place of placesOf(kind)) {
        for (const typed of some(kind.others)) {
          if (place.endpoint.body?.safeParse(bodyWith(place, typed)).success === true) continue;
          const outcome = await outcomeOf(place, JSON.stringify(bodyWith(place, typed)));
          if (outcome !== refusalOf(place))
            wrong.push(`${place.endpoint.path} ${place.path.join('.')} ${JSON.stringify(typed)}: ${outcome}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  },
);

test('treats an empty text with media type JSON as no body, which some endpoints allow', async () => {
  const wrong: string[] = [];
  for (const endpoint of [...moneyCalls, ...otherCalls]) {
    const outcome = await outcomeOf({ endpoint }, '');
    const isNeeded = endpoint.body?.safeParse({}).success !== true;
    if (isNeeded ? !outcome.startsWith('422 validation_failed') : /^(?:400|422|5)/u.test(outcome))
      wrong.push(`${endpoint.path}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
});
