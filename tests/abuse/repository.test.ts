import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { openPool } from '../../apps/api/src/platform/db/connections.ts';

const SECRETS: [what: string, pattern: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/u],
  ['a key of AWS', /\bAKIA[0-9A-Z]{16}\b/u],
  ['a token of GitHub', /\bgh[pousr]_[A-Za-z0-9]{36}\b/u],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/u],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{20,}\b/u],
  ['an API secret of this product', /\bzs_(?:live_|test_)?[A-Za-z0-9]{32,}\b/u],
];
/** Files with keys that may be in the repository, because they protect nothing: keys of the sandbox and of a test. */
const KNOWN = /^(?:apps\/sandbox\/src\/certificate\/|packages\/mpesa\/src\/testing\/test-certificate\.ts)/u;

test('A42 no file of the repository contains a secret', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  expect(files.length).toBeGreaterThan(1_000);
  const found = files
    .filter((file) => !KNOWN.test(file) && !/\.(?:png|woff2?|ttf|webp|ico|mp3)$/u.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return SECRETS.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${file} has ${what}`);
    });
  expect(found).toEqual([]);
});

test('A42 a new database has no account to sign in to', async () => {
  const database = await createTestDatabase();
  const owner = openPool({ connectionString: database.ownerUrl, max: 1 });
  const { rows } = await owner.query(
    `select (select count(*)::int from administrators) as administrators,
       (select count(*)::int from merchant_staff) as staff, (select count(*)::int from users) as users`,
  );
  await owner.end();
  await database.drop();
  expect(rows).toEqual([{ administrators: 0, staff: 0, users: 0 }]);
});

test('A42 every package is pinned by its exact version and its checksum', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; link?: boolean }>;
  };
  const fetched = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
  expect(fetched.length).toBeGreaterThan(300);
  const loose = fetched.filter(([, { version, integrity }]) => !version || !integrity?.startsWith('sha512-'));
  expect(loose.map(([path]) => path)).toEqual([]);
});
