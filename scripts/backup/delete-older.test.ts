import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteOlderBackups } from './delete-older.ts';

test('deletes all but the newest finished backups, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const days = ['01', '02', '03'].map((day) => `zawadi-2026-11-${day}T09-30-00Z`);
  const others = ['zawadi-2026-10-01T09-30-00Z', 'zawadi-2026-10-01T09-30-00Z.partial', 'photos'];
  for (const name of [...days, ...others]) mkdirSync(join(folder, name));
  for (const name of days) writeFileSync(join(folder, name, 'SHA256SUMS'), '');
  expect(await deleteOlderBackups(folder, 2)).toEqual([join(folder, days[0] ?? '')]);
  expect(readdirSync(folder).toSorted()).toEqual([...others, ...days.slice(1)].toSorted());
});
