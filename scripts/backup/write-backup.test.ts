import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { until } from '../../apps/api/src/testing/until.ts';
import { connectAsOwner, type Connection } from './connect.ts';
import { recordBackup } from './record-backup.ts';
import { listTables } from './tables.ts';
import { writeBackup } from './write-backup.ts';

let database: TestDatabase;
let to: string;
let other: Connection;
beforeEach(async () => {
  database = await createTestDatabase();
  to = mkdtempSync(join(tmpdir(), 'zawadi-backup-'));
  other = await connectAsOwner(database.ownerUrl);
});
afterEach(async () => {
  await other.close();
  await database.drop();
  rmSync(to, { recursive: true });
});

async function untilOneWaits(): Promise<void> {
  const waiting = await connectAsOwner(database.ownerUrl);
  try {
    await until(async () => {
      const { rows } = await waiting.client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
  } finally {
    await waiting.close();
  }
}

const MIGRATION_LOCK = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID };

test('records a backup for doctor, and says why if the database takes no rows', async () => {
  const { folder, ...written } = await writeBackup({ ownerUrl: database.ownerUrl, to });
  const made = { ...written, place: folder };
  expect(await recordBackup({ ownerUrl: database.ownerUrl }, made)).toBeUndefined();
  const recorded = async () =>
    (await other.client.query('select tool, made_at, place, bytes from backups')).rows;
  const rows = [
    {
      tool: 'zawadi',
      made_at: written.manifest.madeAt,
      place: `${hostname()}:${folder}`,
      bytes: BigInt(written.bytes),
    },
  ];
  expect((await recorded()).map((row) => ({ ...row, made_at: new Date(row.made_at).toISOString() }))).toEqual(
    rows,
  );
  // As on a replica.
  const { pathname } = new URL(database.ownerUrl);
  await other.client.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
  expect(await recordBackup({ ownerUrl: database.ownerUrl }, made)).toMatch(/read-only transaction/u);
  expect(await recorded()).toHaveLength(1);
});

test('F33 a backup that waited for a migration contains the migration’s tables', async () => {
  const { adapter } = other.db.getExecutor();
  await adapter.acquireMigrationLock(other.db, MIGRATION_LOCK);
  await other.client.query('begin');
  await other.client.query('create table later as select 1 as one; lock table vouchers');
  const writing = writeBackup({ ownerUrl: database.ownerUrl, to });
  await untilOneWaits();
  // If the backup already had a lock on this table, migration and backup would deadlock.
  await other.client.query('lock table alerts');
  await other.client.query(`insert into kysely_migration values ('9999_later', 'now'); commit`);
  await adapter.releaseMigrationLock(other.db, MIGRATION_LOCK);
  const { manifest } = await writing;
  expect(manifest.migration).toBe('9999_later');
  expect(manifest.tables.find(({ name }) => name === 'public.later')).toMatchObject({ rows: 1 });
});

test.each([
  ['one column more', 'alter table vouchers add column later integer'],
  ['one table less', 'drop table push_subscriptions'],
])(
  'F33 a backup restarts if somebody changes tables by hand before the backup has locked them: %s',
  async (_what, change) => {
    await other.client.query('begin');
    await other.client.query(change);
    const writing = writeBackup({ ownerUrl: database.ownerUrl, to });
    await untilOneWaits();
    await other.client.query('commit');
    const { manifest } = await writing;
    expect(manifest.tables).toEqual(
      (await listTables(other.client)).map((table) => expect.objectContaining(table)),
    );
  },
);

test('a backup by a role that may not read every table ends with one sentence', async () => {
  const writing = writeBackup({ backupUrl: database.appUrl, ownerUrl: undefined, to });
  await expect(writing).rejects.toThrow(
    /^The backup may not read everything \(permission denied for .*\)\. As a superuser, run GRANT pg_read_all_data/u,
  );
});
