import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { BASELINE } from '../../apps/api/src/platform/db/schema-files.ts';
import { copySchema } from '../../apps/api/src/testing/schema-copy.ts';
import { areWhole, readBooks } from './books.ts';
import { connectAsOwner } from './connect.ts';
import { loadBackup } from './load-backup.ts';
import { verifyBackup } from './manifest.ts';
import { emptyDatabase, query, type Leaving } from './restored-system.ts';
import { writeBackup } from './write-backup.ts';

vi.setConfig({ testTimeout: 120_000 });

const leaving: Leaving = [];
afterEach(async () => {
  for (const leave of leaving.splice(0).toReversed()) await leave();
});

test('F33 a restore upgrades a backup of an older version and closes the system', async () => {
  const to = mkdtempSync(join(tmpdir(), 'zawadi-backup-'));
  leaving.push(() => rmSync(to, { recursive: true }));
  const older = await emptyDatabase(leaving);
  await migrate({ ownerUrl: older.ownerUrl, appLogin: 'zawadi' });
  const { folder, manifest } = await writeBackup({ ownerUrl: older.ownerUrl, to });
  expect(manifest.migration).toBe(BASELINE);
  const newer = copySchema();
  leaving.push(newer.remove);
  newer.addMigration(
    '0002_notes',
    'alter table restores add column note text; create table notes (id uuid primary key)',
  );
  newer.edit('reports/rights.sql', (text) => `${text}\ngrant select on notes to zawadi_app;\n`);
  const restored = await emptyDatabase(leaving);
  const target = { ...restored, appLogin: 'zawadi', schemaFolder: newer.folder };
  await loadBackup({ ...target, folder, manifest, ranUntil: new Date() });
  const [row] = await query(
    restored.ownerUrl,
    `select (select max(name) from kysely_migration) as last,
       (select count(*)::int from restores where opened_at is null and note is null) as open,
       has_table_privilege('zawadi_app', 'notes', 'select') as "mayRead"`,
  );
  expect(row).toEqual({ last: '0002_notes', open: 1, mayRead: true });
});

/** A backup of each released version, as CONTRIBUTING.md says. The first one is made when 0.1.0 is tagged. */
const VERSIONS = globSync('versions/*/zawadi-*', { cwd: import.meta.dirname });

test.each(VERSIONS)('F33 a restore upgrades the backup of a released version: %s', async (version) => {
  const folder = join(import.meta.dirname, version);
  const manifest = await verifyBackup(folder);
  const restored = await emptyDatabase(leaving);
  await loadBackup({ ...restored, appLogin: 'zawadi', folder, manifest, ranUntil: new Date() });
  const owner = await connectAsOwner(restored.ownerUrl);
  leaving.push(owner.close);
  const books = await readBooks(owner.db);
  expect(areWhole(books)).toBe(true);
  expect(books.balancesCents).toEqual(manifest.books.balancesCents);
});
