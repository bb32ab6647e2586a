import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateDatabase, openDatabase } from './start/database.ts';

vi.setConfig({ testTimeout: 240_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zawadi-embedded-backup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(
  dataDir: string,
  script: string,
  ...args: string[]
): Promise<{ code: number | null; words: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: join(folder, dataDir), INIT_CWD: folder };
    const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
      env: { ...env, DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined },
    });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += String(chunk)));
    child.on('close', (code) => resolve({ code, words }));
  });
}

async function loginAt(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url.trim() });
  await client.connect();
  try {
    return (await client.query<{ login: string }>('SELECT current_user AS login')).rows[0]?.login;
  } finally {
    await client.end();
  }
}

const isWhole = { code: 0, words: expect.stringContaining('The audit log is whole: 1 entries') };

test('F33 backs the embedded database up while it runs and while it is stopped, and restores both backups into empty folders', async () => {
  const nothing = { url: undefined, ownerUrl: undefined };
  const running = await openDatabase({ ...nothing, dataDir: join(folder, 'first') }, () => undefined);
  try {
    await migrateDatabase(running, () => undefined);
    expect(await run('first', 'admin-create.ts', '--email', 'first@zawadi.test')).toMatchObject({ code: 0 });
    expect(await loginAt((await run('first', 'db-url.ts')).words)).toBe('zawadi');
    expect(await loginAt((await run('first', 'db-url.ts', '--owner')).words)).toBe('zawadi_owner');
    expect(await run('first', 'backup.ts', '--to', 'running')).toMatchObject({ code: 0 });
  } finally {
    await running.stop();
  }
  expect(await run('first', 'db-url.ts')).toMatchObject({
    code: 1,
    words: expect.stringContaining('is not running'),
  });
  expect(await run('first', 'backup.ts', '--to', 'stopped')).toMatchObject({ code: 0 });

  for (const kind of ['running', 'stopped']) {
    const [name = ''] = readdirSync(join(folder, kind));
    const restored = await run(`from-${kind}`, 'restore.ts', '--from', join(kind, name));
    expect(restored).toMatchObject({
      code: 0,
      words: expect.stringContaining('Everything matches the backup.'),
    });
    // The second entry of the audit log records the restore.
    expect(await run(`from-${kind}`, 'verify.ts')).toMatchObject({
      code: 0,
      words: expect.stringContaining('The audit log is whole: 2 entries'),
    });
    expect(await run(`from-${kind}`, 'admin-create.ts', '--email', 'first@zawadi.test')).toMatchObject({
      code: 1,
      words: 'first@zawadi.test already has an account, which was not changed.\n',
    });
    expect(await run(`from-${kind}`, 'restore.ts', '--open')).toMatchObject({
      code: 1,
      words: expect.stringContaining('covers the lost period: collection, utility, working'),
    });
    expect(await run(`from-${kind}`, 'restore.ts', '--open', '--force')).toMatchObject({
      code: 0,
      words: 'The system is open.\n',
    });
    expect(await run(`from-${kind}`, 'restore.ts', '--from', join(kind, name))).toMatchObject({
      code: 1,
      words: expect.stringContaining('has a database already'),
    });
  }
  expect(await run('first', 'verify.ts')).toMatchObject(isWhole);
});

test('F33 a failed restore leaves no partial database, and a database restored by other means can be closed too', async () => {
  const broken = await run('half', 'restore.ts', '--from', 'nowhere');
  expect(broken).toMatchObject({ code: 1, words: `There is no folder ${join(folder, 'nowhere')}.\n` });
  const [name = ''] = readdirSync(join(folder, 'running'));
  const zoneless = await run(
    'half',
    'restore.ts',
    '--from',
    join('running', name),
    '--until',
    '2026-11-23 14:00',
  );
  expect(zoneless).toMatchObject({ code: 1, words: expect.stringContaining('not a time with a time zone') });
  expect(existsSync(join(folder, 'half/postgres'))).toBe(false);

  // A backup with correct checksums, but without its administrator.
  const odd = join(folder, 'odd');
  cpSync(join(folder, 'running', name), odd, { recursive: true });
  const [file, sums] = ['public.administrators.copy.gz', join(odd, 'SHA256SUMS')];
  writeFileSync(join(odd, file), gzipSync(''));
  const sum = createHash('sha256').update(gzipSync('')).digest('hex');
  const text = readFileSync(sums, 'utf8').replace(/[0-9a-f]{64}(?= {2}public\.administrators)/u, sum);
  writeFileSync(sums, text);
  expect(await run('half', 'restore.ts', '--from', odd)).toMatchObject({
    code: 1,
    words: expect.stringContaining('public.administrators has 0 rows, not 1.'),
  });
  expect(existsSync(join(folder, 'half/postgres'))).toBe(false);

  const restoredTo = ['--restored-to', new Date().toISOString()];
  expect(await run('first', 'restore.ts', ...restoredTo)).toMatchObject({
    code: 1,
    words: expect.stringMatching(/the database zawadi on \S+ as restored to .* Add --yes/u),
  });
  expect(await run('first', 'restore.ts', ...restoredTo, '--open')).toMatchObject({
    code: 1,
    words: expect.stringContaining('--open cannot be combined with --restored-to.'),
  });
  expect(await run('first', 'restore.ts', '--open')).toMatchObject({ words: 'The system was not closed.\n' });
  const closed = await run('first', 'restore.ts', ...restoredTo, '--yes');
  expect(closed).toMatchObject({ code: 0, words: expect.stringContaining('The system is CLOSED') });
  expect(await run('first', 'restore.ts', '--open', '--force')).toMatchObject({
    words: 'The system is open.\n',
  });
});
