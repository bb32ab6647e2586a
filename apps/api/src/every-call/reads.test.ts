import { randomUUID } from 'node:crypto';
import { addressOf, openFraudCase, receivedGifts, type Endpoint } from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { objectCallsOf, type ObjectCall } from '../testing/object-calls.ts';
import { createObjectWorld, type ObjectWorld } from '../testing/object-world.ts';
import { endpoints, nameOf, pathOf, untilQuiet } from '../testing/raw-calls.ts';
import { createSettlingSystem, newAdministrator } from '../testing/settlement-calls.ts';
import type { TestSystem } from '../testing/test-system.ts';

/**
 * Tables that any request may change: counts and logs of requests, file downloads, last uses of sessions and keys,
 * and places of running exports. Also the key of push messages, which its first request creates.
 */
const MAY_CHANGE = new Set([
  'merchant_api_key_uses',
  'merchant_api_requests',
  'app_secrets',
  'audit_head',
  'audit_log',
  'call_counts',
  'export_places',
  'merchant_api_uses',
  'sessions',
  'transaction_outcomes',
]);

/** The only GET endpoint with an effect: a gift counts as opened once a shop has read it by its code. */
const OPENS_BY_CODE = 'GET /api/v1/vouchers/:id';

/** Endpoints whose objects do not exist here, so they find nothing. */
const UNANSWERED = [
  '/api/admin/v1/approvals/:approvalId',
  '/api/admin/v1/notes/:subjectKind/:subjectId/files/:documentId',
  '/api/admin/v1/posting-requests/:postingId',
  '/api/admin/v1/posting-requests/:postingId/document',
  '/api/admin/v1/reconciliation/runs/:runId',
  '/api/admin/v1/reviews/:reviewId',
  '/api/admin/v1/saved-views/:viewId',
  '/api/admin/v1/settlements/bank-files/:number',
  '/api/admin/v1/settlements/bank-files/:number/file.csv',
  '/api/admin/v1/templates/:channel/:template/:language',
  '/api/day-closes/v1/check',
  '/api/merchants/v1/logos/:name',
  '/api/users/v1/pictures/:name',
];

const reads = endpoints.filter(({ method, isStream }) => method === 'GET' && !isStream);

let system: TestSystem;
let world: ObjectWorld;
let calls: ObjectCall[];
let claimToken: string;
let administrator: string;
const caseId = randomUUID();
beforeAll(async () => {
  system = await createSettlingSystem();
  world = await createObjectWorld(system);
  calls = objectCallsOf(world);
  const admin = await newAdministrator(system, 'administrator');
  administrator = authorizationOf(admin);
  const about = { kind: 'user', userId: world.victim.user.id } as const;
  await system.api.call(openFraudCase, { body: { caseId, about, text: 'A test' } }, admin);
  const { gifts } = await system.api.call(receivedGifts, { query: { show: 'open' } }, world.victim);
  claimToken = gifts[0]?.claimToken ?? '';
});
afterAll(() => system.close());

/** Returns the credentials of each caller that the endpoint admits. */
function callersOf({ audience }: Endpoint): (string | undefined)[] {
  const consumer = authorizationOf({ bearer: world.victim.bearer });
  const members = [world.shop.owner, world.shop.manager, world.shop.cashier].map(authorizationOf);
  if (audience === 'anyone' || audience === 'provider') return [undefined];
  if (audience === 'machine') return [authorizationOf({ basic: world.shop.basic })];
  if (audience === 'consumer') return [consumer];
  if (audience === 'signed-in') return [consumer, ...members, administrator];
  if (audience === 'merchant') return members;
  return audience === 'admin' ? [administrator] : [...members, administrator];
}

/** Returns the URLs of the endpoint's objects here; otherwise, of the contract's example. */
function addressesOf(endpoint: Endpoint): string[] {
  const query = Object(endpoint.example?.query);
  const named = calls.filter((call) => call.endpoint === endpoint);
  if (named.length > 0) return named.map(({ params = {} }) => addressOf(endpoint, { params, query }));
  const { victim, shop, known } = world;
  const params = {
    ...Object(endpoint.example?.params),
    claimToken,
    userId: victim.user.id,
    subjectKind: 'user',
    subjectId: victim.user.id,
    merchantId: shop.merchantId,
    voucherId: known.redeemedId,
    alertId: known.alertId,
    caseId,
    batchId: known.batchId,
    number: known.invoiceNumber,
    type: 'Redemption',
    transactionId: known.redemptionId,
  };
  const isKnown = (endpoint.path.match(/:(\w+)/gu) ?? []).every((name) => name.slice(1) in params);
  return [addressOf({ path: isKnown ? endpoint.path : pathOf(endpoint) }, { params, query })];
}

/** Returns a hash of the rows of each table. */
async function snapshot(): Promise<Record<string, string>> {
  const { rows: tables } = await system.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'ledger')`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  );
  const { rows } = await system.owner.query<{ name: string; hash: string }>(hashes.join(' union all '));
  return Object.fromEntries(
    rows
      .map(({ name, hash }) => [name.replace('public.', ''), hash] as const)
      .filter(([name]) => !MAY_CHANGE.has(name)),
  );
}

// The second test checks the answers of the first.
describe('every GET endpoint', { shuffle: false }, () => {
  test('no GET request of any caller changes the database', { timeout: 240_000 }, async () => {
    await untilQuiet(system);
    let rows = await snapshot();
    await everyRow(reads, nameOf, async (endpoint) => {
      const before = rows;
      const statuses: number[] = [];
      for (const url of addressesOf(endpoint)) {
        for (const authorization of callersOf(endpoint)) {
          for (const method of ['GET', 'HEAD'] as const) {
            const headers = authorization === undefined ? {} : { authorization };
            statuses.push((await system.http.inject({ method, url, headers })).statusCode);
          }
        }
      }
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      await untilQuiet(system);
      rows = await snapshot();
      expect(rows).toEqual(before);
      answered.set(endpoint.path, statuses.includes(200));
    });
  });

  const answered = new Map<string, boolean>();

  test("every GET request finds its object; only a shop's read by code has an effect", async () => {
    const unanswered = [...answered].filter(([, isAnswered]) => !isAnswered).map(([path]) => path);
    expect(unanswered.toSorted()).toEqual(UNANSWERED);
    const before = await snapshot();
    const authorization = authorizationOf({ basic: world.shop.basic });
    const url = OPENS_BY_CODE.replace('GET ', '').replace(':id', world.known.receivedCode);
    expect((await system.http.inject({ url, headers: { authorization } })).statusCode).toBe(200);
    await untilQuiet(system);
    const after = await snapshot();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed.toSorted()).toEqual(['outbox', 'voucher_activities', 'vouchers']);
  });
});
