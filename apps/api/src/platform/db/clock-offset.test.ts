import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPerson, welcome } from '@zawadi/story/people';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../../testing/test-system.ts';
import { systemClock } from '../clock.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { newId } from '../ids.ts';
import { adoptClockOffset, openClock, type MovableClock } from './clock-offset.ts';

let system: TestSystem;
let ownerUrl: string;
let clock: MovableClock;
beforeAll(async () => {
  system = await createTestSystem();
  ownerUrl = system.deps.config.database.ownerUrl ?? '';
  clock = await openClock({ provider: 'sandbox' }, ownerUrl);
});
afterEach(() => clock.setOffset(0));
afterAll(async () => {
  await clock.close();
  await system.close();
});

test('registers, verifies and messages a person while the clock is set to the past', async () => {
  await clock.setOffset(-100 * DAY_MS);
  const then = systemClock.now().getTime();
  const person = newPerson('Wambui', 'Njeri');
  const { user } = await welcome(system.api, system.sandbox, person);
  const { rows } = await system.owner.query<Record<'created' | 'verified' | 'session' | 'queued', Date>>(
    `select u.created_at as created, u.phone_verified_at as verified,
       (select max(created_at) from sessions where subject_id = u.id) as session,
       (select max(created_at) from outbox) as queued
     from users u where u.id = $1`,
    [user.id],
  );
  for (const moment of Object.values(rows[0] ?? {})) expectNear(moment.getTime(), then);
  expectNear(parseInt(user.id.replace('-', '').slice(0, 12), 16), then);
  expect(Object.keys(rows[0] ?? {})).toHaveLength(4);
});

test('a new offset applies at once to every function of the clock, even in sessions with cached plans', async () => {
  const app = new Client({ connectionString: system.deps.config.database.url });
  await app.connect();
  const read = async () => {
    const text = `select extract(epoch from moment() - now())::float8 as moment,
      extract(epoch from statement_moment() - statement_timestamp())::float8 as statement,
      extract(epoch from clock_moment() - now())::float8 as clock`;
    const { rows } = await app.query<Record<string, number>>({ name: 'ahead', text });
    return Object.values(rows[0] ?? {}).map((seconds) => Math.round(seconds));
  };
  try {
    expect(await read()).toEqual([0, 0, 0]);
    await clock.setOffset(-90_000);
    expect(await read()).toEqual([-90, -90, -90]);
    await clock.setOffset(3_600_000);
    expect(await read()).toEqual([3_600, 3_600, 3_600]);
  } finally {
    await app.end();
  }
});

test('without an offset, plans contain now() itself, so that the clock costs nothing', async () => {
  const plan = async () => {
    const text = `explain (verbose, costs off) select id from purchases where registered_at < moment()`;
    const { rows } = await system.owner.query<Record<string, string>>(text);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await plan()).toMatch(/registered_at < now\(\)/u);
  await clock.setOffset(-DAY_MS);
  expect(await plan()).toMatch(/registered_at < \(now\(\) \+ /u);
});

test('a further shift keeps the functions, so that sessions keep their plans', async () => {
  const versions = async () => {
    const { rows } = await system.owner.query<{ version: string }>(
      `select string_agg(xmin::text, ' ' order by proname) as version from pg_proc
       where proname in ('clock_offset', 'moment', 'statement_moment', 'clock_moment')`,
    );
    return rows[0]?.version;
  };
  await clock.setOffset(-2 * DAY_MS);
  const shifted = await versions();
  await clock.setOffset(-DAY_MS);
  expect(await versions()).toBe(shifted);
});

test('ids made while the clock is in the past sort by their creation', async () => {
  await clock.setOffset(-DAY_MS);
  const ids = Array.from({ length: 1_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the application’s role cannot set the clock, or replace the functions that read it', async () => {
  const app = new Client({ connectionString: system.deps.config.database.url });
  await app.connect();
  try {
    for (const statement of [
      `select set_clock_offset('-1 day')`,
      `create or replace function public.moment() returns timestamptz language sql stable return now() - interval '1 day'`,
      `create function public.now() returns timestamptz language sql stable return '2020-01-01'::timestamptz`,
    ])
      await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  } finally {
    await app.end();
  }
});

test('only the sandbox sets the clock; with another provider no process starts on a clock that was set', async () => {
  for (const provider of ['daraja', 'daraja-sandbox'] as const) {
    await expect(openClock({ provider }, ownerUrl)).rejects.toThrow('only with PROVIDER=sandbox');
    await expect(adoptClockOffset({ ...system.deps, config: { provider } })).resolves.toBeUndefined();
    await clock.setOffset(-DAY_MS);
    await expect(adoptClockOffset({ ...system.deps, config: { provider } })).rejects.toThrow(
      'off by -86400 s',
    );
    await clock.setOffset(0);
  }
});

test('starts a process on a clock that is set to the past', async () => {
  await system.owner.query(`select set_clock_offset('-2 days')`);
  await adoptClockOffset(system.deps);
  expectNear(systemClock.now().getTime(), Date.now() - 2 * DAY_MS);
});

test('every default and function of the database reads the settable clock', async () => {
  const machine = String.raw`\m(now|statement_timestamp|clock_timestamp|transaction_timestamp)\(\)|current_(date|timestamp)`;
  const { rows } = await system.owner.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'ledger'::regnamespace) and p.prokind = 'f'
       and pg_get_functiondef(p.oid) ~* $1
     union all
     select d.adrelid::regclass || '.' || d.adnum from pg_attrdef d join pg_class c on c.oid = d.adrelid
     where c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)
       and pg_get_expr(d.adbin, d.adrelid) ~* $1
     order by name`,
    [machine],
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'clock_moment()',
    'moment()',
    'set_clock_offset(interval)',
    'statement_moment()',
  ]);
});

test("only leases, which are time-outs, read the machine's clock", () => {
  const root = join(import.meta.dirname, '../..');
  const lines = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/testing/**'] }).flatMap(
    (path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => /(?<![\w.])now\(\)(?!: Date)|\b(?:statement|clock)_timestamp\(\)/u.test(line))
        .map((line) => `${path}: ${line.trim()}`),
  );
  expect(lines.filter((line) => !/lease/iu.test(line))).toEqual([]);
});

function expectNear(moment: number, expected: number): void {
  expect(Math.abs(moment - expected)).toBeLessThan(MINUTE_MS);
}
