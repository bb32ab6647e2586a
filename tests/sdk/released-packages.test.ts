import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildSdk, sdkVersion, TARBALL, tarballOf } from '../../packages/sdk/build.ts';
import { npm, serveReleased } from './installed-package.ts';

const RELEASED = 'packages/sdk/released';
const NEWEST = tarballOf(sdkVersion());
const REMEDY =
  'raise the version in packages/sdk/package.json, then: npm run release --workspace packages/sdk';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-released-'));
  folders.push(folder);
  return folder;
}

test('no released package of the SDK has changed', () => {
  const packages = readdirSync(RELEASED).filter((name) => name.endsWith('.tgz'));
  const sums = packages.map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(RELEASED, name)));
    return `${hash.digest('hex')}  ${name}`;
  });
  expect(sums.toSorted()).toEqual(
    readFileSync(`${RELEASED}/SHA256SUMS`, 'utf8').trim().split('\n').toSorted(),
  );
});

test('the sources give the released package of their version', async () => {
  expect(readdirSync(RELEASED), REMEDY).toContain(NEWEST);
  const [built, unpacked] = [newFolder(), newFolder()];
  await buildSdk(built);
  execFileSync('tar', ['-xzf', join(RELEASED, NEWEST), '-C', unpacked]);
  expect(filesIn(built), REMEDY).toEqual(filesIn(join(unpacked, 'package')));
});

function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

test('the pages for developers name the newest version, and no other', () => {
  const pages = [...globSync('docs/developers/*.md'), 'packages/sdk/README.md'];
  const named = pages.flatMap((page) => readFileSync(page, 'utf8').match(/zawadi-sdk-[\d.]+[.]tgz/gu) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)], REMEDY).toEqual([NEWEST]);
});

test('clients may keep a version for ever, and ask again for the newest one', async () => {
  const zawadi = await serveReleased();
  try {
    const kept = async (name: string) => {
      const { headers } = await fetch(`${zawadi.origin}/developers/${name}`);
      return headers.get('cache-control');
    };
    expect(await kept(NEWEST)).toBe('public, max-age=31536000, immutable');
    expect(await kept(TARBALL)).toBe('no-cache');
  } finally {
    await zawadi.close();
  }
});

test('npm ci of a merchant goes on to work after an upgrade of Zawadi', async () => {
  const [project, projectWithoutVersion] = [newFolder(), newFolder()];
  const zawadi = await serveReleased();
  try {
    await npm(project, 'install', `${zawadi.origin}/developers/${NEWEST}`);
    await npm(projectWithoutVersion, 'install', `${zawadi.origin}/developers/${TARBALL}`);
    // The next version.
    appendFileSync(join(zawadi.folder, 'developers', TARBALL), '\0');
    await npm(project, 'ci');
    expect(readdirSync(join(project, 'node_modules/@zawadi/sdk'))).toContain('index.js');
    await expect(npm(projectWithoutVersion, 'ci')).rejects.toThrow('EINTEGRITY');
  } finally {
    await zawadi.close();
  }
});
