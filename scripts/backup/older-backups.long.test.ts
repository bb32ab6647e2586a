import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { loadBackup } from './load-backup.ts';
import { emptyDatabase, query, type Leaving } from './restored-system.ts';
import { writeBackup } from './write-backup.ts';

vi.setConfig({ testTimeout: 120_000 });

const leaving: Leaving = [];
afterEach(async () => {
  for (const leave of leaving.splice(0).toReversed()) await leave();
});

test.each(['0054_key_rings', '0056_restores'])(
  'F33 a backup of the time of %s is brought up to date and closed',
  async (upTo) => {
    const to = mkdtempSync(join(tmpdir(), 'zawadi-backup-'));
    leaving.push(() => rmSync(to, { recursive: true }));
    const older = await emptyDatabase(leaving);
    await migrate({ ownerUrl: older.ownerUrl, appLogin: 'zawadi', upTo });
    const { folder, manifest } = await writeBackup({ ownerUrl: older.ownerUrl, to });
    expect(manifest.migration).toBe(upTo);
    const restored = await emptyDatabase(leaving);
    await loadBackup({ ...restored, appLogin: 'zawadi', folder, manifest, ranUntil: new Date() });
    const [row] = await query<{ last: string; restores: number; open: number }>(
      restored.ownerUrl,
      `select (select max(name) from kysely_migration) as last,
         (select count(*)::int from restores where opened_at is null) as open,
         (select count(*)::int from restores) as restores`,
    );
    expect(row).toMatchObject({ restores: 1, open: 1 });
    expect(String(row?.last) > upTo).toBe(true);
  },
);
