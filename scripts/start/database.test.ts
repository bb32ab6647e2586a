import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase, openDatabase } from './database.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zawadi-database-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a database that is killed is started again at the same address, with what was committed', async () => {
  const lines: string[] = [];
  const database = await openDatabase({ url: undefined, ownerUrl: undefined, dataDir }, (line) =>
    lines.push(line),
  );
  try {
    await query(database.ownerUrl, 'CREATE TABLE kept AS SELECT 1 AS one');
    const lockFile = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(lockFile, 10), 'SIGKILL');
    expect(await untilAnswered(database.ownerUrl, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    expect(lines).toContain('The database ended by itself; starting it again.');
  } finally {
    await database.stop();
  }
});

test('a database that a newer version has migrated is left alone, in one sentence', async () => {
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
