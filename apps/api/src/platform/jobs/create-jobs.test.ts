import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import { createJobs, type Jobs } from './create-jobs.ts';
import { migrateJobs } from './migrate-jobs.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let processes: Jobs[];

beforeAll(async () => {
  database = await createTestDatabase();
  processes = await Promise.all([0, 1, 2].map(() => createJobs({ url: database.appUrl, log })));
});

afterAll(async () => {
  await Promise.all(processes.map((jobs) => jobs.stop()));
  await database.drop();
});

test('three processes run a scheduled job once at a time, and about once per interval', async () => {
  let active = 0;
  let mostActive = 0;
  let runs = 0;
  await scheduleEverywhere('beat', { everySeconds: 1 }, async () => {
    active += 1;
    mostActive = Math.max(mostActive, active);
    await pause(300);
    active -= 1;
    runs += 1;
  });
  await until(() => expect(runs).toBeGreaterThanOrEqual(3));
  expect(mostActive).toBe(1);
});

test('runs of a job that takes longer than its interval do not overlap', async () => {
  let active = 0;
  let mostActive = 0;
  const release = Promise.withResolvers<void>();
  await scheduleEverywhere('long', { everySeconds: 1 }, async () => {
    active += 1;
    mostActive = Math.max(mostActive, active);
    await release.promise;
    active -= 1;
  });
  await until(() => expect(active).toBe(1));
  await pause(2_500);
  expect(mostActive).toBe(1);
  release.resolve();
});

test('retries a failed run', async () => {
  let runs = 0;
  await scheduleEverywhere('failing', { everySeconds: 3_600 }, async () => {
    runs += 1;
    if (runs === 1) throw new Error('not this time');
  });
  await until(() => expect(runs).toBe(2));
});

test('jobs continue after the database has cut every connection', async () => {
  let runs = 0;
  await scheduleEverywhere('cut', { everySeconds: 1 }, async () => {
    runs += 1;
  });
  await until(() => expect(runs).toBeGreaterThan(0));
  await query(
    database.appUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'zawadi-jobs' and datname = current_database()`,
  );
  const before = runs;
  await until(() => expect(runs).toBeGreaterThan(before));
});

test('runs a job by its cron expression in Nairobi time, until a later expression replaces it', async () => {
  await scheduleEverywhere('nightly', { cron: '5 0 * * *' }, async () => {});
  expect(await schedulesOf('nightly')).toEqual([{ cron: '5 0 * * *', timezone: 'Africa/Nairobi' }]);
  await scheduleEverywhere('nightly', { cron: '10 0 * * *' }, async () => {});
  expect(await schedulesOf('nightly')).toEqual([{ cron: '10 0 * * *', timezone: 'Africa/Nairobi' }]);
  await scheduleEverywhere('nightly', { everySeconds: 3_600 }, async () => {});
  expect(await schedulesOf('nightly')).toEqual([]);
});

test('a second migration changes nothing, and the application’s role cannot change definitions of queues', async () => {
  await migrateJobs(database.ownerUrl, 'zawadi_app');
  await expect(query(database.appUrl, 'drop table pgboss.warning')).rejects.toThrow('must be owner');
  await expect(query(database.appUrl, 'create table pgboss.mine ()')).rejects.toThrow('permission denied');
  await expect(query(database.appUrl, 'delete from pgboss.version')).rejects.toThrow('permission denied');
});

async function scheduleEverywhere(...schedule: Parameters<Jobs['schedule']>): Promise<void> {
  await Promise.all(processes.map((jobs) => jobs.schedule(...schedule)));
}

async function schedulesOf(name: string): Promise<object[]> {
  return query(database.ownerUrl, 'select cron, timezone from pgboss.schedule where name = $1', [name]);
}

async function query(url: string, text: string, values: unknown[] = []): Promise<object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<object>(text, values);
    return rows;
  } finally {
    await client.end();
  }
}
