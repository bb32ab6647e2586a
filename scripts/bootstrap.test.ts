import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const BOOTSTRAP = join(import.meta.dirname, 'bootstrap.mjs');
const PACKAGED_NODE = `node_modules/node-linux-${process.arch}/bin/node`;
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

test('without the packaged Node, an old Node says what is missing and what to install', () => {
  const { status, stderr } = bootstrap('20.19.0');
  expect(stderr).toMatch(
    /^Node 24 is needed: .*node-linux-\w+\/bin\/node does not run here \(.*ENOENT\)\. Install Node 24 /u,
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
  expect(stdout).toContain(`npm ci with the cache ${join(root, cache)}\n`);
});

/** Makes a folder that looks like a clone after `npm ci`, with the files that the bootstrap reads. */
function makeInstalledClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-bootstrap-'));
  for (const path of ['scripts', 'node_modules/.bin', 'home'])
    mkdirSync(join(folder, path), { recursive: true });
  copyFileSync(BOOTSTRAP, join(folder, 'scripts/bootstrap.mjs'));
  const lock = JSON.stringify({ packages: {} });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { probe: 'exec node probe' } }));
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
  const script = '#!/bin/sh\necho "npm $1 with the cache $npm_config_cache"\nexit 1\n';
  writeFileSync(join(root, 'tools/npm'), script, { mode: 0o755 });
}

/** Runs the bootstrap on a Node that reports this version. */
function bootstrap(
  version: string,
  words: string[] = [],
  environment: Record<string, string> = {},
  command = 'probe',
) {
  const versions = JSON.stringify({ ...process.versions, node: version });
  const preload = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
  const options = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const env = {
    PATH: `${join(root, 'tools')}:${process.env['PATH'] ?? ''}`,
    HOME: join(root, 'home'),
    ...environment,
  };
  const line = [...options, join(root, 'scripts/bootstrap.mjs'), command, ...words];
  return spawnSync(process.execPath, line, { cwd: root, env, encoding: 'utf8', timeout: 20_000 });
}
