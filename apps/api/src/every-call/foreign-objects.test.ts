import { randomUUID } from 'node:crypto';
import { addressOf, type Endpoint, type MemberRole } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { objectCallsOf, type ObjectCall } from '../testing/object-calls.ts';
import { createObjectWorld, type ObjectWorld } from '../testing/object-world.ts';
import { endpoints } from '../testing/raw-calls.ts';
import { createSettlingSystem } from '../testing/settlement-calls.ts';
import type { Shop } from '../testing/shops.ts';
import type { TestSystem } from '../testing/test-system.ts';

/** Fields that look like an object's id but name no account's object, each with the reason. */
const NOT_OBJECTS: Record<string, string> = {
  'POST /api/vouchers/v1/claim claimToken': 'the link itself is the right to see the gift',
  'POST /api/vouchers/v1/claim-by-code code': 'the code itself is the right to see the gift',
  'POST /api/vouchers/v1/by-code code': 'the code itself is the right to see the gift',
  'POST /api/purchases/v1/:requestId/wallet-payment confirmationCode': 'a one-time code for this purchase',
  'POST /api/redemptions/v1/look-up code': 'every active merchant may be shown any voucher',
  'POST /api/redemptions/v1/redeem code': 'every active merchant may be paid with any voucher',
  'POST /api/redemptions/v1/redeem attemptId': 'chosen by the till, and kept apart by merchant',
  'POST /api/redemptions/v1/redeem placeId': 'counts as closed at another merchant: places.test.ts',
  'POST /api/merchants/v1/api-keys placeId': 'counts as closed at another merchant: places.test.ts',
  'POST /api/merchants/v1/staff placeId': 'counts as closed at another merchant: places.test.ts',
  'PUT /api/merchants/v1/staff/:staffId placeId': 'counts as closed at another merchant: places.test.ts',
  'POST /api/day-closes/v1/closes placeId': 'selects among the caller’s own open places',
  'POST /api/day-closes/v1/closes attemptId': 'chosen by the page, and kept apart by person',
  'POST /api/v1/vouchers/create reference': 'a free text of the merchant',
  'POST /api/v1/vouchers/:id/redeem reference': 'a free text of the merchant',
  'POST /api/merchants/v1/vouchers/create reference': 'a free text of the merchant',
  'POST /api/merchants/v1/vouchers/create attemptId': 'chosen by the page, and kept apart by merchant',
  'POST /api/v1/vouchers/:id/hold reference': 'a free text of the merchant',
  'POST /api/merchants/v1/settlements/on-demand attemptId': 'chosen by the page, and kept apart by merchant',
  'POST /api/merchants/v1/support reference': 'a free text of the merchant',
  'POST /api/auth/v1/update-profile accessToken': 'must be the bearer: tampered-tokens.test.ts',
  'POST /api/auth/v1/user-details accessToken': 'must be the bearer: tampered-tokens.test.ts',
  'POST /api/gift-photos/v1/purchases/:requestId requestId': 'needs a file: gift-photos.test.ts',
  'POST /api/messages/v1/push/device endpoint': 'the address of the browser that asks',
};

let system: TestSystem;
let world: ObjectWorld;
let calls: ObjectCall[];
beforeAll(async () => {
  system = await createSettlingSystem();
  world = await createObjectWorld(system);
  calls = objectCallsOf(world);
});
afterAll(() => system.close());

const ROLES = ['owner', 'manager', 'cashier'] as const;

const owners = () => ({ person: world.victim, shop: world.shop });
const strangers = () => ({ person: world.stranger, shop: world.otherShop });

/** Returns the callers of one side that the endpoint admits: the consumer, or the merchant's staff. */
function callersOf(
  endpoint: Endpoint,
  who: { person: SignedIn; shop: Shop },
  only?: 'consumer' | 'merchant',
): [name: string, header: string][] {
  if (endpoint.audience === 'signed-in') {
    const parties = (['consumer', 'merchant'] as const).filter((one) => one === (only ?? one));
    return parties.flatMap((audience) => callersOf({ ...endpoint, audience, roles: [...ROLES] }, who));
  }
  if (endpoint.audience === 'consumer') return [['consumer', authorizationOf({ bearer: who.person.bearer })]];
  if (endpoint.audience === 'machine') return [['machine', authorizationOf({ basic: who.shop.basic })]];
  const admitted = 'roles' in endpoint ? (endpoint.roles as readonly string[]) : [];
  return ROLES.filter((role) => admitted.includes(role)).map((role: MemberRole) => [
    role,
    authorizationOf({ bearer: who.shop[role].bearer }),
  ]);
}

/** Returns status and body of an answer, without values that differ for each request. */
async function answerTo(call: ObjectCall, authorization: string, isUnknown: boolean): Promise<string> {
  const { endpoint } = call;
  const changed = (part: object = {}) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, isUnknown ? (call.unknown[name] ?? value) : value]),
    );
  const { statusCode, body, headers } = await system.http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, { params: changed(call.params) }),
    headers: {
      authorization,
      'idempotency-key': randomUUID(),
      'x-requestid': (isUnknown ? undefined : call.requestId) ?? randomUUID(),
    },
    ...(endpoint.method !== 'GET' && { payload: changed(call.body) }),
  });
  return `${statusCode} ${body.replaceAll(String(headers['request-id']), '')}`;
}

const ours = endpoints.filter((one) =>
  /^(?:consumer|merchant|machine|merchant-or-admin|signed-in)$/u.test(one.audience),
);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const OBJECT_NAME = /(?:^id|^code|^reference|^endpoint|Id|Code|Token|Key|ReferenceNumber)$/u;

/** Returns path parameters and body fields that name an object. */
function objectFieldsOf(endpoint: Endpoint): string[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
  if (!endpoint.body || endpoint.upload) return inPath;
  type Json = { properties?: object; anyOf?: Json[]; oneOf?: Json[] };
  const fieldsOf = ({ properties = {}, anyOf = [], oneOf = [] }: Json): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf].flatMap(fieldsOf),
  ];
  const json: Json = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  return [...new Set([...inPath, ...fieldsOf(json).filter((name) => OBJECT_NAME.test(name))])];
}

describe('A11 objects of other accounts', { shuffle: false }, () => {
  test('A11 tests every contract field that names an object, or lists it as no object', () => {
    const tried = new Set(
      calls.flatMap(({ endpoint, unknown }) =>
        Object.keys(unknown).map((field) => `${nameOf(endpoint)} ${field}`),
      ),
    );
    const named = ours.flatMap((one) => objectFieldsOf(one).map((field) => `${nameOf(one)} ${field}`));
    expect(named.filter((field) => !tried.has(field) && !(field in NOT_OBJECTS))).toEqual([]);
    expect([...tried, ...Object.keys(NOT_OBJECTS)].filter((field) => !named.includes(field))).toEqual([]);
  });

  // Runs before the tests that request these ids: a merchant's request log would then contain them.
  test("A11 no list, file or figure of another account contains the owner's name or an object", async () => {
    const { known, victim, shop, purchase, withdrawal } = world;
    const secrets = [
      ...Object.values(known),
      victim.user.id,
      victim.email,
      victim.phoneNumber,
      shop.merchantId,
      shop.manager.staffId,
      purchase.requestId,
      purchase.billReferenceNumber,
      withdrawal.requestId,
    ];
    const found = { own: 0, foreign: [] as string[] };
    const reads = ours.filter((one) => one.method === 'GET' && !one.path.includes(':') && !one.isStream);
    for (const endpoint of reads) {
      const read = async (authorization: string) =>
        (await system.http.inject({ url: endpoint.path, headers: { authorization } })).body;
      for (const [role, authorization] of callersOf(endpoint, strangers())) {
        const text = await read(authorization);
        if (secrets.some((secret) => text.includes(secret)))
          found.foreign.push(`${nameOf(endpoint)} ${role}`);
      }
      const [[, authorization] = ['', '']] = callersOf(endpoint, owners());
      const text = await read(authorization);
      found.own += secrets.filter((secret) => text.includes(secret)).length;
    }
    expect(found.foreign).toEqual([]);
    // Proves that the owner's own answers contain what the other accounts' answers must not.
    expect(found.own).toBeGreaterThan(20);
  });

  test("A11 answers for another account's object as for a missing one, to each role that may use the endpoint", async () => {
    let compared = 0;
    for (const call of calls) {
      for (const [role, authorization] of callersOf(call.endpoint, strangers())) {
        const name = `${nameOf(call.endpoint)} as ${role}`;
        const foreign = await answerTo(call, authorization, false);
        expect(`${name}: ${foreign}`).toBe(`${name}: ${await answerTo(call, authorization, true)}`);
        expect(foreign, name).toMatch(/^404 /u);
        compared += 1;
      }
    }
    process.stdout.write(
      `${calls.length} calls that name an object, ${compared} with each role of another\n`,
    );
  });

  test('A11 the owner finds each of these objects with the same request', async () => {
    for (const call of calls) {
      const [[, authorization] = ['', '']] = callersOf(call.endpoint, owners(), call.of);
      const own = await answerTo(call, authorization, false);
      expect(`${nameOf(call.endpoint)}: ${own.slice(0, 300)}`).not.toMatch(/: (?:401|403|404|422|5\d\d) /u);
    }
  });
});
