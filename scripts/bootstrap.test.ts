import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyBootstrap } from './testing/copy-bootstrap.ts';

const PACKAGED_NODE = `node_modules/node-linux-${process.arch}/bin/node`;
/** The lockfile's entries of the packaged Node. */
const PACKAGED = {
  'node_modules/@zawadi/node': { resolved: 'tools/node', link: true },
  'tools/node': { version: '0.1.0', peer: true },
  [dirname(dirname(PACKAGED_NODE))]: { version: '24.0.0', peer: true, optional: true },
};
let root = '';

beforeEach(() => {
  root = makeInstalledClone();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('if npm 10 left no `node` in the bin folder, runs the command on the packaged Node and puts that Node first on PATH', () => {
  bringNode();
  const { status, stdout, stderr } = bootstrap('20.19.0', ['one', '--two']);
  expect(stderr).toBe('');
  const { node, path, words } = JSON.parse(stdout) as { node: string; path: string; words: string[] };
  expect(path.split(':')[0]).toBe(dirname(join(root, PACKAGED_NODE)));
  expect(node).toBe(process.execPath);
  expect(words).toEqual(['one', '--two']);
  expect(status).toBe(0);
});

test('gives servers the options and variables of ops/memory.json, which an operator can override', () => {
  bringNode();
  mkdirSync(join(root, 'ops'));
  const memory = { options: ['--max-semi-space-size=3'], environment: { ONE: 'ours', TWO: 'ours' } };
  writeFileSync(join(root, 'ops/memory.json'), JSON.stringify(memory));
  const probe = `console.log(JSON.stringify([process.execArgv, process.env.ONE, process.env.TWO]));`;
  for (const name of ['serve-probe', 'other']) writeFileSync(join(root, `scripts/${name}.ts`), probe);
  const scripts = { serve: 'exec node serve-probe', other: 'exec node other' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }));
  const said = (command: string) =>
    JSON.parse(bootstrap('24.0.0', [], { TWO: 'theirs' }, command).stdout) as unknown;
  expect(said('serve-probe')).toEqual([['--max-semi-space-size=3'], 'ours', 'theirs']);
  expect(said('other')).toEqual([[], null, 'theirs']);
});

test('if the packaged Node does not run, an old Node says so and what to install', () => {
  mkdirSync(dirname(join(root, PACKAGED_NODE)), { recursive: true });
  writeFileSync(join(root, PACKAGED_NODE), '');
  const { status, stderr } = bootstrap('20.19.0');
  expect(stderr).toMatch(
    /^Node 24 is needed: .*node-linux-\w+\/bin\/node does not run here \(.*EACCES\)\. Install Node 24 /u,
  );
  expect(status).toBe(1);
});

test.each(['16.20.2', '18.20.8', '20.18.3', '21.7.3', '22.11.0'])(
  'refuses Node %s in one sentence',
  (version) => {
    bringNode();
    const { status, stdout, stderr } = bootstrap(version);
    expect(stderr).toBe(
      `Node ${version} cannot install the packages of Zawadi; install Node 20.19, 22.12, 24 or newer (https://nodejs.org).\n`,
    );
    expect(stdout).toBe('');
    expect(status).toBe(1);
  },
);

test.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.0.0', '25.1.0'])('accepts Node %s', (version) => {
  bringNode();
  expect(bootstrap(version).status).toBe(0);
});

test('package.json requires the same Node versions as the bootstrap', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  expect((JSON.parse(manifest) as { engines: object }).engines).toEqual({ node: '^20.19.0 || >=22.12.0' });
});

test.each([
  ['a home folder that cannot be written', 'package.json', '.cache/npm'],
  ['an ordinary home folder', 'home', 'home/.npm'],
])('gives npm a writable cache: %s', (_, home, cache) => {
  rmSync(join(root, 'node_modules/.package-lock.json'));
  bringNpm();
  const { stdout } = bootstrap('20.19.0', [], { HOME: join(root, home) });
  expect(stdout).toContain(`\nwith the cache ${join(root, cache)}\n`);
});

test.each([
  ['win32', 'x64', 'win32-x64'],
  ['linux', 'ia32', 'linux-ia32'],
])('refuses %s %s in one sentence', (platform, arch, machine) => {
  const { status, stderr } = bootstrap('24.0.0', [], {}, 'probe', { platform, arch });
  expect(stderr).toBe(
    `Zawadi runs on Linux and macOS, x64 or arm64; this machine is ${machine}. ` +
      'On Windows use WSL; elsewhere use the dev container of this folder or a Linux VM.\n',
  );
  expect(status).toBe(1);
});

test.each(['x64', 'arm64'])('runs on macOS %s with the Node of the machine', (arch) => {
  const { status, stdout } = bootstrap('24.0.0', ['one'], {}, 'probe', { platform: 'darwin', arch });
  expect(JSON.parse(stdout)).toMatchObject({ node: process.execPath, words: ['one'] });
  expect(status).toBe(0);
});

test('asks for Node 24 where no package has it', () => {
  const { stderr } = bootstrap('22.12.0', [], {}, 'probe', { platform: 'darwin', arch: 'arm64' });
  expect(stderr).toBe('Zawadi needs Node 24 on this machine; install it (https://nodejs.org).\n');
});

describe('installs', () => {
  const BASE = '--include=optional';

  beforeEach(() => {
    writeLock('package-lock.json', ['base', 'tool', 'packaged']);
    rmSync(join(root, 'node_modules/.package-lock.json'));
    bringNpm();
  });

  test.each([
    ['start', '24.0.0', `npm ci ${BASE} --omit=dev --omit=peer`],
    ['start', '20.19.0', `npm ci ${BASE} --omit=dev --include=peer`],
    ['probe', '24.0.0', `npm ci ${BASE} --include=dev --omit=peer`],
    ['probe', '20.19.0', `npm ci ${BASE} --include=dev --include=peer`],
  ])('only what `%s` needs on Node %s', (command, version, line) => {
    expect(bootstrap(version, [], {}, command).stdout).toContain(line);
  });

  test('the tools for tests next to the packages of a running system, which stay', () => {
    writeLock('node_modules/.package-lock.json', ['base']);
    const { stdout } = bootstrap('24.0.0');
    expect(stdout).toContain(
      'Installing the missing part of the packages with the tools for tests and checks',
    );
    expect(stdout).toContain(`npm install --no-save ${BASE} --include=dev --omit=peer`);
  });

  test('everything after an interrupted addition, because files of a package may be missing', () => {
    writeLock('node_modules/.package-lock.json', ['base']);
    bootstrap('24.0.0');
    expect(bootstrap('24.0.0').stdout).toContain('npm ci');
  });

  test('the tools again after an update, because an editor uses them', () => {
    writeLock('node_modules/.package-lock.json', ['base', 'tool'], '0.9.0');
    expect(bootstrap('24.0.0', [], {}, 'start').stdout).toContain(`npm ci ${BASE} --include=dev --omit=peer`);
  });

  test('nothing if the command has what it needs', () => {
    writeLock('node_modules/.package-lock.json', ['base']);
    expect(bootstrap('24.0.0', [], {}, 'start')).toMatchObject({ stdout: 'started\n', status: 0 });
  });
});

/** Writes a lockfile with these packages: `tool` is for tests, `packaged` is the Node. */
function writeLock(path: string, names: string[], version = '1.0.0'): void {
  const kinds: Record<string, object> = {
    tool: { dev: true },
    packaged: { peer: true, optional: true },
  };
  const entries = names.map((name) => [`node_modules/${name}`, { version, ...kinds[name] }]);
  const listed = path === 'package-lock.json' ? PACKAGED : {};
  const packages = { ...listed, ...Object.fromEntries(entries) };
  writeFileSync(join(root, path), JSON.stringify({ packages }));
}

/** Makes a folder that looks like a clone after `npm ci`, with the files that the bootstrap reads. */
function makeInstalledClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-bootstrap-'));
  for (const path of ['scripts', 'node_modules/.bin', 'home'])
    mkdirSync(join(folder, path), { recursive: true });
  copyBootstrap(folder);
  const lock = JSON.stringify({ packages: PACKAGED });
  const scripts = { probe: 'exec node probe', start: 'exec node start' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts, type: 'module' }));
  writeFileSync(join(folder, 'scripts/start.ts'), `console.log('started');`);
  writeFileSync(join(folder, 'package-lock.json'), lock);
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), lock);
  writeFileSync(
    join(folder, 'scripts/probe.ts'),
    `console.log(JSON.stringify({ node: process.execPath, path: process.env.PATH, words: process.argv.slice(2) }));`,
  );
  return folder;
}

function bringNode(): void {
  mkdirSync(dirname(join(root, PACKAGED_NODE)), { recursive: true });
  symlinkSync(process.execPath, join(root, PACKAGED_NODE));
}

function bringNpm(): void {
  mkdirSync(join(root, 'tools'));
  const script = '#!/bin/sh\necho "npm $*"; echo "with the cache $npm_config_cache"\nexit 1\n';
  writeFileSync(join(root, 'tools/npm'), script, { mode: 0o755 });
}

/** Runs the bootstrap on a Node that reports this version and machine. */
function bootstrap(
  version: string,
  words: string[] = [],
  environment: Record<string, string> = {},
  command = 'probe',
  machine: { platform?: string; arch?: string } = {},
) {
  const reported = { ...machine, versions: { ...process.versions, node: version } };
  const preload = Object.entries(reported)
    .map(([name, value]) => `Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} });`)
    .join('\n');
  const options = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const env = {
    PATH: `${join(root, 'tools')}:${process.env['PATH'] ?? ''}`,
    HOME: join(root, 'home'),
    ...environment,
  };
  const line = [...options, join(root, 'scripts/bootstrap.mjs'), command, ...words];
  return spawnSync(process.execPath, line, { cwd: root, env, encoding: 'utf8', timeout: 20_000 });
}
