import { type Endpoint, type MemberRole, type AdministratorRole } from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { newConsumer } from '../testing/consumers.ts';
import { countTraces, endpoints, nameOf, pathOf, refusalIn } from '../testing/raw-calls.ts';
import { newAdministrator } from '../testing/settlement-calls.ts';
import { newPlaceManager } from '../testing/place-managers.ts';
import { newShop } from '../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

type Kind = 'unknown' | 'consumer' | 'merchant' | 'admin' | 'machine';
type Caller = {
  name: string;
  kind: Kind;
  staffRole?: MemberRole | AdministratorRole;
  isOfOnePlace?: true;
  authorization: string | undefined;
};

const UNKNOWN_CALLERS: [name: string, authorization: string | undefined][] = [
  ['no token', undefined],
  ['an empty header', ''],
  ['no token after Bearer', 'Bearer'],
  ['garbage', 'Bearer x.y.z'],
  ['an unsigned token', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  ['an unknown key', 'Basic eDp5'],
  ['another scheme', 'Digest a'],
];
const ADMINISTRATOR_ROLES = ['administrator', 'finance', 'support', 'read-only'] as const;

/**
 * Routes outside the contract: the page that shows it, the web app's files, and the gift form for browsers without
 * scripts.
 */
const NOT_DECLARED = /^(?:(?:GET|HEAD) (?:\/api\/docs(?:\/.*)?|\/(?!api\/).*|\*)|POST \/v\/:claimToken)$/u;

let system: TestSystem;
let callers: Caller[];
let before: Record<string, number>;
const counted = new Map<string, number>();

beforeAll(async () => {
  system = await createTestSystem();
  callers = UNKNOWN_CALLERS.map(([name, authorization]) => ({ name, kind: 'unknown', authorization }));
  for (const owner of ['one', 'another']) {
    const { bearer } = await newConsumer(system);
    callers.push({ name: `${owner} consumer`, kind: 'consumer', authorization: authorizationOf({ bearer }) });
    const shop = await newShop(system);
    for (const staffRole of ['owner', 'manager', 'cashier'] as const) {
      const authorization = authorizationOf({ bearer: shop[staffRole].bearer });
      callers.push({ name: `${staffRole} of ${owner} merchant`, kind: 'merchant', staffRole, authorization });
    }
    const ofOnePlace = await newPlaceManager(system, shop);
    callers.push({
      name: `manager of one place of ${owner} merchant`,
      kind: 'merchant',
      staffRole: 'manager',
      isOfOnePlace: true,
      authorization: authorizationOf(ofOnePlace),
    });
    for (const [way, authorization] of [
      ['system', authorizationOf({ basic: shop.basic })],
      ['system with a token', authorizationOf({ bearer: shop.basic.replace(':', '.') })],
    ] as const) {
      callers.push({ name: `${way} of ${owner} merchant`, kind: 'machine', authorization });
    }
  }
  for (const staffRole of ADMINISTRATOR_ROLES) {
    const authorization = authorizationOf(await newAdministrator(system, staffRole));
    callers.push({ name: staffRole, kind: 'admin', staffRole, authorization });
  }
  before = await countTraces(system);
});
afterAll(() => system.close());

/** Returns the answer that a caller should get according to the contract. */
function expectedFor(endpoint: Endpoint, { kind, staffRole, isOfOnePlace }: Caller): string {
  const { audience } = endpoint;
  if (audience === 'anyone' || audience === 'provider') return 'let in';
  if (kind === 'unknown') return '401 unauthenticated';
  // Sessions and API keys are different credentials. Endpoints for one of them reject the other.
  if ((kind === 'machine') !== (audience === 'machine')) return '401 unauthenticated';
  if (audience === 'signed-in') return 'let in';
  if (!audience.split('-or-').includes(kind)) return '403 forbidden';
  if (!('roles' in endpoint)) return 'let in';
  if (!endpoint.roles.some((role) => role === staffRole)) return '403 forbidden';
  const isForAll = endpoint.roles.some((role) => role === 'cashier');
  const isForPlace = isForAll || ('isForOnePlace' in endpoint && endpoint.isForOnePlace === true);
  return isOfOnePlace && !isForPlace ? '403 place_only' : 'let in';
}

/**
 * Sends invalid JSON. The API parses it only after authorisation, so an authorised request changes nothing and ends
 * no session or secret.
 */
async function knock(endpoint: Endpoint, { authorization }: Caller): Promise<string> {
  const path = pathOf(endpoint);
  const headers = { ...(authorization !== undefined && { authorization }) };
  if (endpoint.isStream) return knockAtStream(path, headers);
  const { method } = endpoint;
  const payload = method === 'GET' ? {} : { payload: '{' };
  const reply = await system.http.inject({
    method,
    url: path,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...payload,
  });
  if (reply.statusCode >= 500) return `${reply.statusCode}`;
  if (reply.statusCode !== 401 && reply.statusCode !== 403) return 'let in';
  return refusalIn(path, { status: reply.statusCode, json: Object(reply.json()), headers: reply.headers });
}

/** Requests a stream over a real connection, because a simulated one would not end. */
async function knockAtStream(path: string, headers: Record<string, string>): Promise<string> {
  const hangUp = new AbortController();
  const url = `http://127.0.0.1:${system.deps.config.port}${path}`;
  const response = await fetch(url, { headers, signal: hangUp.signal });
  if (response.ok) {
    hangUp.abort();
    return 'let in';
  }
  return `${response.status} ${String(Object(await response.json()).code)}`;
}

// The second test checks all requests of the first.
describe('A12 function-level access', { shuffle: false }, () => {
  test(
    'A12 every endpoint admits the callers that the contract names, and no others',
    { timeout: 240_000 },
    async () => {
      await everyRow(endpoints, nameOf, async (endpoint) => {
        for (const caller of callers) {
          const expected = expectedFor(endpoint, caller);
          expect(`${caller.name}: ${await knock(endpoint, caller)}`).toBe(`${caller.name}: ${expected}`);
          counted.set(expected, (counted.get(expected) ?? 0) + 1);
        }
      });
    },
  );

  test('each endpoint was tried as each caller, and none of these requests changed the database', async () => {
    const tried = [...counted.values()].reduce((sum, count) => sum + count, 0);
    expect(tried).toBe(endpoints.length * callers.length);
    const parts = [...counted].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
    process.stdout.write(`${endpoints.length} endpoints × ${callers.length} callers = ${tried}: ${parts}\n`);
    expect(await countTraces(system)).toEqual(before);
  });

  test('A12 serves exactly the endpoints that the contract declares', () => {
    const served = servedBy(system.http.printRoutes({ commonPrefix: false }));
    const declared = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(declared.filter((call) => !served.includes(call))).toEqual([]);
    const gettable = new Set(endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path));
    const isHeadOfDeclared = (call: string) => call.startsWith('HEAD ') && gettable.has(call.slice(5));
    const others = served.filter((call) => !declared.includes(call) && !isHeadOfDeclared(call));
    expect(others.filter((call) => !NOT_DECLARED.test(call))).toEqual([]);
  });

  test('A12 refuses HEAD without credentials as it refuses GET', async () => {
    const guarded = endpoints.filter(
      (one) => one.method === 'GET' && one.audience !== 'anyone' && one.audience !== 'provider',
    );
    for (const endpoint of guarded) {
      const { statusCode } = await system.http.inject({ method: 'HEAD', url: pathOf(endpoint) });
      expect(`${endpoint.path} ${statusCode}`).toBe(`${endpoint.path} 401`);
    }
  });

  test("A12 admits no unauthenticated request to another spelling of an endpoint's path", async () => {
    const guarded = endpoints.filter((one) => one.audience === 'admin' && !one.path.includes(':'));
    for (const { method, path } of guarded) {
      const encoded = path.replace('/admin/', '/%61dmin/');
      for (const url of [`${path}/`, `/${path}`, path.toUpperCase(), `${path};a=b`, `${path}%00`, encoded]) {
        const { statusCode, headers } = await system.http.inject({ method, url });
        // If the web app is built, its page answers every path outside /api.
        const isPage = statusCode === 200 && headers['content-type'] === 'text/html; charset=utf-8';
        expect([400, 401, 404, 405].includes(statusCode) || isPage, `${method} ${url} ${statusCode}`).toBe(
          true,
        );
      }
    }
  });
});

/**
 * Lists the endpoints in the router's printed tree. Each branch is indented by four columns and has its own part of
 * the path.
 */
function servedBy(tree: string): string[] {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, branch, part, methods] = /^(.*?[├└]── )(.*?) \(([A-Z, ]+)\)$/u.exec(line) ?? [];
    if (branch === undefined || part === undefined || methods === undefined) return [];
    const depth = branch.length / 4 - 1;
    parts.splice(depth, parts.length, part);
    return methods.split(', ').map((method) => `${method} ${parts.join('')}`);
  });
}
