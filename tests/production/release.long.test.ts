import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 600_000 });

const ROOT = join(import.meta.dirname, '../..');
/** On the disk of the sources, so that packages can be hard links. */
const work = join(ROOT, '.cache', `release-test-${process.pid}`);
afterAll(() => rmSync(work, { recursive: true, force: true }));

type Sbom = { components: { group?: string; name: string; version: string }[] };

test('two releases from different folders, at different times, have the same bytes', () => {
  const first = release('first', { TZ: 'UTC' }, '022');
  const second = release('deeper/second', { TZ: 'Africa/Nairobi', LC_ALL: 'C' }, '077');
  const names = readdirSync(first).toSorted();
  expect(names).toEqual([
    'SHA256SUMS',
    'install.sh',
    expect.stringMatching(/^zawadi-\d+\.\d+\.\d+-linux-\w+\.cdx\.json$/u),
    expect.stringMatching(/^zawadi-\d+\.\d+\.\d+-linux-\w+\.tar\.gz$/u),
  ]);
  for (const name of names)
    expect.soft(readFileSync(join(second, name)).equals(readFileSync(join(first, name))), name).toBe(true);

  expect(spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: first }).status).toBe(0);
  const [, , sbomFile = '', tarball = ''] = names;
  const { stdout } = spawnSync('tar', ['--list', '--verbose', '--numeric-owner', '--file', tarball], {
    cwd: first,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter((line) => !/^(?:drwxr-xr-x|-rw[x-]r-[x-]r-[x-]) 0\/0 /u.test(line))).toEqual([]);
  expect(new Set(lines.map((line) => /\d{4}-\d\d-\d\d \d\d:\d\d/u.exec(line)?.[0]))).toHaveLength(1);

  // The bill of materials names each package that is in the artefact, copied or bundled.
  const { components } = JSON.parse(readFileSync(join(first, sbomFile), 'utf8')) as Sbom;
  const listed = components.map((one) => [one.group, one.name].filter(Boolean).join('/'));
  const copied = lines.flatMap(
    (line) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/u.exec(line)?.[1] ?? [],
  );
  expect(listed).toEqual(
    expect.arrayContaining([
      ...copied,
      'fastify',
      'pg',
      'kysely',
      'zod',
      'react',
      `node-linux-${process.arch}`,
    ]),
  );
  expect(copied.length).toBeGreaterThan(10);
});

/** Copies the sources into a folder and releases from there. @returns the folder of the release */
function release(folder: string, environment: Record<string, string>, umask: string): string {
  const home = join(work, folder);
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of listed.stdout.split('\0').filter((path) => path !== '')) {
    mkdirSync(join(home, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(home, file));
  }
  for (const packages of ['node_modules', 'apps/web/node_modules'])
    spawnSync('cp', ['--archive', '--link', join(ROOT, packages), join(home, packages)]);
  const ended = spawnSync('sh', ['-c', `umask ${umask}; exec "$0" scripts/release.ts`, process.execPath], {
    cwd: home,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(`${ended.stdout}${ended.stderr}`);
  return join(home, 'release');
}
