import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { StartUpMistake } from './start-up-mistake.ts';

/**
 * Paths of browsers. `whole` is a complete browser. `shell` renders the same pages with a quarter less work, but has no
 * camera and no notifications. If only a complete browser is installed, both paths name it. The Chromium from npm is a
 * shell.
 */
export type Browsers = { whole: string | undefined; shell: string };

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const INSTALL = ['install', '--yes', '--no-install-recommends'];
const SHELL = 'chromium-headless-shell';
const PACKED = resolve(import.meta.dirname, '../.cache/browser');
const APT_WITHIN_MS = 600_000;

/**
 * Finds a Chromium for the browser tests, and installs one if the machine has none.
 *
 * @param say called with a line before a slow step
 * @returns paths that can be run
 * @throws StartUpMistake if no browser is found and none can be installed
 */
export async function findBrowsers(say: (line: string) => void): Promise<Browsers> {
  const { CHROME_PATH: chosen, HEADLESS_SHELL_PATH: shell } = process.env;
  // Result of an earlier search, inherited by the processes it started.
  if (!chosen && shell && runs(shell)) return { whole: undefined, shell };
  if (chosen) {
    if (runs(chosen)) return { whole: chosen, shell: shell ?? chosen };
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
  if (runs(unpacked)) {
    say('It has no camera and no notifications, so their journeys are skipped; install chromium for them.');
    return { whole: undefined, shell: unpacked };
  }
  throw new StartUpMistake(
    'No Chromium runs on this machine. Install one (apt-get install chromium) or set CHROME_PATH.',
  );
}

function findInstalled(): Browsers | undefined {
  const whole = findRunning(INSTALLED);
  return whole === undefined ? undefined : { whole, shell: findRunning([SHELL]) ?? whole };
}

function findRunning(names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':');
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(
      // Ubuntu's `chromium` may be a stub that only asks for a snap, so test each candidate.
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
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', timeout: APT_WITHIN_MS });
  for (const args of [['update'], [...INSTALL, 'chromium', 'fonts-liberation']]) {
    const { status, stderr } = apt(...args);
    if (status !== 0) {
      say(
        `apt-get ${args[0] ?? ''} failed, so the Chromium from npm is used: ${stderr.trim().split('\n').at(-1) ?? ''}`,
      );
      return false;
    }
  }
  // Some distributions lack the package of the shell. The complete browser can do its work, more slowly.
  apt(...INSTALL, SHELL);
  return true;
}

/**
 * Unpacks the Chromium from npm. Its package unpacks into its process's temporary folder and expects Amazon's system
 * libraries.
 */
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
