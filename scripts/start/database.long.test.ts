import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { until } from '../../apps/api/src/testing/until.ts';
import { migrateDatabase, openDatabase } from './database.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zawadi-database-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('restarts a killed database at the same URL, with the committed data', async () => {
  const lines: string[] = [];
  const database = await openDatabase({ url: undefined, ownerUrl: undefined, dataDir }, (line) =>
    lines.push(line),
  );
  try {
    await query(database.ownerUrl, 'CREATE TABLE kept AS SELECT 1 AS one');
    const lockFile = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(lockFile, 10), 'SIGKILL');
    expect(await untilAnswered(database.ownerUrl, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    expect(lines).toContain('The database exited unexpectedly; restarting it.');
  } finally {
    await database.stop();
  }
});

test('restarts a failing database after growing pauses, and a stop does not wait for a restart', async () => {
  const lines: string[] = [];
  const database = await openDatabase({ url: undefined, ownerUrl: undefined, dataDir }, (line) =>
    lines.push(line),
  );
  const cluster = join(dataDir, 'postgres/cluster');
  const lockFile = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  process.kill(Number.parseInt(lockFile, 10), 'SIGKILL');
  await until(() => expect(lines.filter((line) => line.startsWith('The database exited'))).toHaveLength(4));
  const announcements = lines.filter((line) =>
    line.startsWith('The database exited unexpectedly; restarting'),
  );
  expect(announcements.map((line) => /in (\d+) s\.$/u.exec(line)?.[1])).toEqual([undefined, '1', '2', '4']);
  await database.stop();
});

test('refuses an application login that is superuser, which would expose the ledger', async () => {
  const { superuserUrl, ...urls } = inject('postgres');
  const [ownerUrl = '', appUrl = ''] = [urls.ownerUrl, urls.appUrl].map((url) =>
    url.replace(/[^/]+$/u, 'postgres'),
  );
  const open = (url: string) => openDatabase({ url, ownerUrl, dataDir }, () => undefined);
  for (const url of [superuserUrl, ownerUrl]) {
    await expect(open(url)).rejects.toThrow(/^DATABASE_URL signs in as \w+, who may do everything/u);
  }
  await expect(open(appUrl)).resolves.toMatchObject({ appUrl });
});

test('refuses a database of a newer version with one sentence, and leaves it unchanged', async () => {
  const { superuserUrl, ownerUrl, appUrl } = inject('postgres');
  const [owner, app] = [ownerUrl, appUrl].map((url) => url.replace(/[^/]+$/, 'newer_version'));
  await query(superuserUrl, 'CREATE DATABASE newer_version OWNER zawadi_owner');
  const database = { ownerUrl: owner ?? '', appUrl: app ?? '', stop: async () => undefined };
  await migrateDatabase(database, () => undefined);
  await query(database.ownerUrl, `INSERT INTO kysely_migration VALUES ('9999_future', now())`);
  await expect(migrateDatabase(database, () => undefined)).rejects.toThrow(
    /belongs to another version of Zawadi .*9999_future/,
  );
});

async function untilAnswered(url: string, sql: string): Promise<unknown[]> {
  for (const deadline = Date.now() + 25_000; ;) {
    try {
      return await query(url, sql);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
