import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { withBackup } from './fetch-backup.ts';
import type { Manifest } from './manifest.ts';
import { sendBackup } from './send-backup.ts';

let database: TestDatabase;
let folder: string;
let to: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'zawadi-send-'));
  to = join(folder, 'backups');
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('a packed backup comes back as it was made, and nothing unencrypted stays behind', async () => {
  const identity = await generateX25519Identity();
  const identityFile = join(folder, 'identity');
  writeFileSync(identityFile, `# created: 2026-11-28\n${identity}\n`);
  const recipients = [await identityToRecipient(identity)];
  const sent = await sendBackup({
    urls: { ownerUrl: database.ownerUrl },
    to,
    recipients,
    retention: undefined,
  });
  expect(readdirSync(folder).toSorted()).toEqual(['backups', 'identity']);

  const work = vi.fn<(backup: { manifest: Manifest }) => Promise<Manifest>>(async ({ manifest }) => manifest);
  const wanted = { from: sent.place, isNewest: false, identityFile: undefined };
  await expect(withBackup(wanted, work)).rejects.toThrow('is encrypted: add --identity');
  expect(work).not.toHaveBeenCalled();
  expect(await withBackup({ from: to, isNewest: true, identityFile }, work)).toEqual(sent.manifest);
  expect(readdirSync(folder).toSorted()).toEqual(['backups', 'identity']);
});

test('a new backup removes the outdated ones, and nothing else', async () => {
  const outdated = 'zawadi-2026-11-01T10-00-00Z';
  mkdirSync(join(to, outdated), { recursive: true });
  writeFileSync(join(to, outdated, 'manifest.json'), '{}');
  writeFileSync(join(to, `${outdated}.tar.age`), '');
  writeFileSync(join(to, 'notes.txt'), '');
  const retention = { hours: 1, days: 0, months: 0 };
  const sent = await sendBackup({ urls: { ownerUrl: database.ownerUrl }, to, recipients: [], retention });
  expect(sent.removed.toSorted()).toEqual([outdated, `${outdated}.tar.age`]);
  expect(readdirSync(to).toSorted()).toEqual(['notes.txt', basename(sent.place)]);
});

test('a backup for another machine must be encrypted', async () => {
  await expect(
    sendBackup({
      urls: { ownerUrl: database.ownerUrl },
      to: 's3://backups',
      recipients: [],
      retention: undefined,
    }),
  ).rejects.toThrow('has to be encrypted');
});
