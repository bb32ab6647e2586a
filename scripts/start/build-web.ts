import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyReleasedSdks } from '../../packages/sdk/build.ts';
import { StartUpMistake } from '../start-up-mistake.ts';

const SOURCES = [
  'package-lock.json',
  'apps/web/**/*',
  'docs/developers/**/*',
  'docs/openapi.json',
  'CHANGELOG.md',
  'changes/*',
  'packages/{contract,look}/src/**/*',
  'packages/sdk/released/*',
];
const NOT_SOURCES = ['**/node_modules/**', 'apps/web/dist/**', '**/*.test.*'];

/**
 * Builds the web app with the SDK's packages that it serves to merchants, if its sources have changed since the last
 * build.
 *
 * @param root of the repository
 * @param say called with a line before a build begins
 * @param signal ends the build
 * @throws StartUpMistake with Vite's report
 */
export async function buildWebIfStale(
  root: string,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const dist = join(root, 'apps/web/dist');
  const stamp = join(root, '.cache/web-sources');
  const sources = hashSources(root);
  if (existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources)
    return;
  say('Building the web app …');
  const fresh = join(root, `.cache/web-${process.pid}`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  try {
    await runVite(root, fresh, signal);
    mkdirSync(join(fresh, 'developers'), { recursive: true });
    copyReleasedSdks(join(fresh, 'developers'));
    // Rename the finished build in one step, so that an API never serves half of it.
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
    writeFileSync(stamp, sources);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: root, exclude: NOT_SOURCES }).toSorted()) {
    const file = join(root, path);
    if (statSync(file).isFile()) hash.update(path).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function runVite(root: string, outDir: string, signal: AbortSignal | undefined): Promise<void> {
  const web = join(root, 'apps/web');
  const options = [
    'build',
    '--logLevel',
    'warn',
    '--emptyOutDir',
    '--outDir',
    join('../../.cache', outDir.split('/').at(-1) ?? ''),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin/vite'), options, {
      cwd: web,
      // If a test runner starts this build, its NODE_ENV would select React's development build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    let report = '';
    child.stdout.on('data', (chunk: Buffer) => (report += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (report += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new StartUpMistake(`The web app does not build:\n${report.trim()}`));
    });
  });
}
