import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { assertLedgerInvariants } from '../apps/api/src/ledger/invariants.ts';
import { armCrashPoints } from '../apps/api/src/platform/crash-points.ts';
import { makeGift } from '../apps/api/src/testing/gifts.ts';
import { createSettlingSystem, newPayee } from '../apps/api/src/testing/settlement-calls.ts';
import type { TestSystem } from '../apps/api/src/testing/test-system.ts';
import { redeem } from '../apps/api/src/testing/tills.ts';
import { until } from '../apps/api/src/testing/until.ts';
import { readBooks } from './backup/books.ts';
import { connectAsOwner, listConnected } from './backup/connect.ts';
import { loadBackup } from './backup/load-backup.ts';
import { verifyBackup } from './backup/manifest.ts';
import { emptyDatabase, query, run, type Leaving, type Urls } from './backup/restored-system.ts';
import { writeBackup } from './backup/write-backup.ts';

// Each command is a process that loads the whole product, and a restore runs every migration.
vi.setConfig({ testTimeout: 360_000 });

let system: TestSystem;
let folder: string;
const leaving: Leaving = [];

beforeAll(async () => {
  system = await createSettlingSystem();
  folder = mkdtempSync(join(tmpdir(), 'zawadi-backup-'));
});
afterEach(async () => {
  armCrashPoints(undefined);
  for (const leave of leaving.splice(0).toReversed()) await leave();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

const source = (): Urls => {
  const { url: appUrl = '', ownerUrl = '' } = system.deps.config.database;
  return { appUrl, ownerUrl };
};

test('F33 a backup made under load shows one moment: its balances are the sums of its transfers', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  const gift = await makeGift(system, { amount: 20_000 });
  let isOver = false;
  let redemptions = 0;
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      expect((await redeem(system, shop, gift.code, { amount: 1 })).outcome).toBe('ok');
      redemptions += 1;
    }
  });
  await until(() => expect(redemptions).toBeGreaterThan(20));
  const before = redemptions;
  const { folder: path, manifest } = await writeBackup({ ...source(), to: folder });
  expect(redemptions).toBeGreaterThan(before);
  isOver = true;
  await Promise.all(load);
  const restored = await emptyDatabase(leaving);
  const input = { ...restored, appLogin: 'zawadi', folder: path, manifest, ranUntil: new Date() };
  const waiting = new pg.Client({ connectionString: restored.appUrl, application_name: 'worker' });
  await waiting.connect();
  await expect(loadBackup(input)).rejects.toThrow(
    'Zawadi is connected to this database (worker); stop it first.',
  );
  await waiting.end();
  const owner = await connectAsOwner(restored.ownerUrl);
  leaving.push(owner.close);
  await until(async () => expect(await listConnected(owner.client, 'zawadi')).toEqual([]));
  await loadBackup(input);
  // One transaction loaded the data and closed the system: all rows have the same xmin.
  expect(
    await query(
      restored.ownerUrl,
      'select xmin::text from restores union select xmin::text from alerts union select xmin::text from ledger.transfers',
    ),
  ).toHaveLength(1);
  await assertLedgerInvariants(owner.db);
  const { balancesCents, differenceCents } = await readBooks(owner.db);
  expect(manifest.books).toMatchObject({ balancesCents, differenceCents });
});

test('F33 verification names a changed, truncated or missing backup file, and a restore refuses a database that is not empty', async () => {
  const path = join(folder, readdirSync(folder).at(-1) ?? '');
  expect(statSync(path).mode & 0o077).toBe(0);
  const manifest = await verifyBackup(path);
  const changedBy = async (change: (copy: string) => void) => {
    const copy = join(folder, `copy-${randomBytes(4).toString('hex')}`);
    cpSync(path, copy, { recursive: true });
    change(copy);
    return verifyBackup(copy);
  };
  await expect(
    changedBy((copy) => appendFileSync(join(copy, 'ledger.transfers.copy.gz'), '\0')),
  ).rejects.toThrow('ledger.transfers.copy.gz is not what was written');
  await expect(changedBy((copy) => rmSync(join(copy, 'public.users.copy.gz')))).rejects.toThrow(
    'public.users.copy.gz is missing',
  );
  await expect(changedBy((copy) => rmSync(join(copy, 'SHA256SUMS')))).rejects.toThrow(
    'is not a finished backup',
  );
  const load = { appLogin: 'zawadi', folder: path, ranUntil: new Date() };
  const intoUsed = loadBackup({ ...load, ...source(), manifest });
  await expect(intoUsed).rejects.toThrow(/^The database is not empty \(it has ledger\.account_kinds\)/u);
  const other = { ...manifest, migration: '9999_later' };
  await expect(loadBackup({ ...load, ...source(), manifest: other })).rejects.toThrow('from another version');
  const closing = await run(source(), 'restore.ts', '--restored-to', manifest.madeAt, '--yes');
  expect(closing).toMatchObject({ code: 1, words: expect.stringContaining('Zawadi is connected') });
  expect(readFileSync(join(path, 'SHA256SUMS'), 'utf8')).toContain('  manifest.json\n');
});
