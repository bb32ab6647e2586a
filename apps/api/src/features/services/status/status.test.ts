import { startStop } from '@zawadi/contract';
import { suggestedSentences } from '@zawadi/contract/stops-sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/db/database.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { createStatusKeeper } from './keep-status.ts';
import { describeStatus, drawStatus, type PublicStatus } from './status-page.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Reads the status as a process does that has read none before. */
async function fresh(): Promise<PublicStatus> {
  const keeper = createStatusKeeper(system.deps);
  try {
    return describeStatus(await keeper.read());
  } finally {
    keeper.stop();
  }
}
const stateOf = async (name: string) => (await fresh()).parts.find((part) => part.name === name)?.state;

test('the page and its JSON say what works, in two languages, to anyone and for seconds', async () => {
  const json = await system.http.inject('/status.json');
  expect(json.headers['cache-control']).toBe('public, max-age=5');
  expect(json.json()).toEqual({
    state: 'works',
    knownAt: expect.any(String),
    isDatabaseReachable: true,
    stops: [],
    parts: ['buying', 'claiming', 'redeeming', 'withdrawing', 'settling', 'mpesa', 'sms', 'mail'].map(
      (name) => ({
        name,
        state: 'works',
      }),
    ),
  });
  const page = await system.http.inject({ url: '/status', headers: { accept: 'text/html' } });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Everything works');
  expect(page.body).not.toContain('<script');
  const swahili = await system.http.inject({ url: '/status', headers: { 'accept-language': 'sw-KE,sw' } });
  expect(swahili.body).toContain('Kila kitu kinafanya kazi');
});

test('says that M-PESA does not answer, that messages are late, and that withdrawals are paused', async () => {
  await system.owner.query(
    `insert into orders (home_id, id, kind, owner_id, party, amount_cents, state, created_at)
     select gen_random_uuid(), gen_random_uuid(), 'purchase', gen_random_uuid(), '254700000001', 100, 'UNKNOWN',
       now() - interval '2 minutes' from generate_series(1, 3)`,
  );
  await system.owner.query(
    `insert into outbox (id, topic, payload, available_at)
     values (gen_random_uuid(), 'email', '\\x00', now() - interval '6 minutes')`,
  );
  await system.owner.query(
    `insert into circuit_breakers (name, reason, until) values ('withdrawals', '1', now() + interval '10 minutes')`,
  );
  const { state, parts } = await fresh();
  expect(state).toBe('down');
  expect(parts.filter((part) => part.state !== 'works')).toEqual([
    { name: 'buying', state: 'down' },
    { name: 'withdrawing', state: 'paused' },
    { name: 'settling', state: 'delayed' },
    { name: 'mpesa', state: 'down' },
    ...(parts.some(({ name, state: of }) => name === 'mail' && of === 'delayed')
      ? [{ name: 'mail', state: 'delayed' }]
      : []),
  ]);
  await system.owner.query(`delete from orders where party = '254700000001'`);
  await system.owner.query('delete from circuit_breakers');
  expect(await stateOf('mpesa')).toBe('works');
});

test('shows a stop with its sentence', async () => {
  const administrator = await newAdministrator(system);
  const sentence = suggestedSentences.claiming;
  const body = { name: 'claiming' as const, sentence, reason: 'A leak' };
  expect((await system.call(startStop, { body }, administrator)).outcome).toBe('ok');
  const { parts, stops } = await fresh();
  expect(parts.find(({ name }) => name === 'claiming')?.state).toBe('stopped');
  expect(stops).toMatchObject([{ name: 'claiming', sentence }]);
  expect(JSON.stringify(stops)).not.toContain('A leak');
});

test('answers from memory while the database is gone, and says so', async () => {
  const url = system.deps.config.database.url ?? '';
  const db = openDatabase(url, { connections: 2, name: 'status-test' });
  const keeper = createStatusKeeper({ ...system.deps, db });
  expect(await keeper.read()).toMatchObject({ isDatabaseReachable: true });
  await db.destroy();
  // The keeper reads at most every five seconds.
  await expect
    .poll(async () => (await keeper.read()).isDatabaseReachable, { timeout: 20_000, interval: 500 })
    .toBe(false);
  const kept = await keeper.read();
  keeper.stop();
  expect(kept.knownAt).toBeInstanceOf(Date);
  const said = describeStatus(kept);
  expect(said.state).toBe('down');
  expect(said.parts.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 5 }, () => 'down'),
    ...Array.from({ length: 3 }, () => 'unknown'),
  ]);
  expect(said.stops).toMatchObject([{ name: 'claiming' }]);
  const { markup } = drawStatus(kept, 'en');
  expect(markup).toContain('cannot reach its records');
  expect(markup).toContain('Last known:');
  expect(markup).toContain(suggestedSentences.claiming.en);
  expect(markup).not.toMatch(/postgres|sql|ECONN/iu);
});
