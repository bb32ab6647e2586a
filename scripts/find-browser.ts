import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { StartUpMistake } from './start-up-mistake.ts';

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PACKED = resolve(import.meta.dirname, '../.cache/browser');
const APT_WITHIN_MS = 600_000;

/**
 * Finds a Chromium for the journeys, and brings one when the machine has none.
 *
 * @param say called with a line before something takes long
 * @returns a path that can be run
 * @throws StartUpMistake when there is none and none can be had
 */
export async function findBrowser(say: (line: string) => void): Promise<string> {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) {
    if (runs(chosen)) return chosen;
    throw new StartUpMistake(
      `CHROME_PATH is ${chosen}, which does not run as a Chromium. Correct it or unset it.`,
    );
  }
  const installed = findInstalled();
  if (installed !== undefined) return installed;
  if (process.getuid?.() === 0 && installWithApt(say)) {
    const fresh = findInstalled();
    if (fresh !== undefined) return fresh;
  }
  const unpacked = await unpackFromNpm(say);
  if (runs(unpacked)) return unpacked;
  throw new StartUpMistake(
    'No Chromium runs on this machine. Install one (apt-get install chromium) or set CHROME_PATH.',
  );
}

function findInstalled(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':');
  return INSTALLED.flatMap((name) => folders.map((folder) => join(folder, name))).find(
    // Ubuntu's `chromium` may be a stub that only asks for a snap, so each candidate has to prove itself.
    (path) => existsSync(path) && runs(path),
  );
}

function runs(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /chrom/i.test(stdout);
}

function installWithApt(say: (line: string) => void): boolean {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  say('Installing Chromium with apt-get (needed once, about a minute) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-liberation'];
  for (const args of [['update'], install]) {
    const result = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', timeout: APT_WITHIN_MS });
    if (result.status !== 0) {
      say(
        `apt-get ${args[0] ?? ''} failed, so the Chromium from npm is used: ${result.stderr.trim().split('\n').at(-1) ?? ''}`,
      );
      return false;
    }
  }
  return true;
}

/** The package unpacks into the temporary folder of its process and expects to run on Amazon's system libraries. */
async function unpackFromNpm(say: (line: string) => void): Promise<string> {
  const launcher = join(PACKED, 'launch');
  if (existsSync(launcher)) return launcher;
  say('Unpacking the Chromium that came with npm (once) …');
  const partial = `${PACKED}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const temporaryFolder = process.env['TMPDIR'];
  process.env['TMPDIR'] = partial;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    const archives = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
    await chromium.executablePath(archives);
    await inflate(join(archives, 'al2023.tar.br'));
  } finally {
    if (temporaryFolder === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporaryFolder;
  }
  const environment = `LD_LIBRARY_PATH='${PACKED}/al2023/lib' FONTCONFIG_PATH='${PACKED}/fonts'`;
  writeFileSync(join(partial, 'launch'), `#!/bin/sh\n${environment} exec '${PACKED}/chromium' "$@"\n`, {
    mode: 0o755,
  });
  rmSync(PACKED, { recursive: true, force: true });
  renameSync(partial, PACKED);
  return launcher;
}
