import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@zawadi/contract';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../scripts/commands/commands.ts';
import { ENVIRONMENT_VARIABLES, readEnvironment } from '../../apps/api/src/config/environment.ts';
import { findProgram } from './proxies.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const example = [...read('ops/zawadi.env.example').matchAll(/^(#?)([A-Z0-9_]+)=(.*)$/gmu)].map(
  ([, mark, name = '', value = '']) => ({ name, value, isComment: mark === '#' }),
);

test('the example environment file of ops/ has every variable once', () => {
  const words = [COMMANDS.backup.settings, COMMANDS['backup-check'].settings].join(' ');
  const ofBackups = new Set(words.match(/\b(?:BACKUP|AWS)_[A-Z0-9_]+/gu));
  expect(ofBackups.size).toBeGreaterThan(8);
  expect(example.map(({ name }) => name).toSorted()).toEqual(
    [...ENVIRONMENT_VARIABLES, ...ofBackups].toSorted(),
  );
});

test('the table of docs/operations/settings.md names every variable that an operator may set', () => {
  const table = read('docs/operations/settings.md');
  // CRASH_AT is for tests only.
  const forOperators = ENVIRONMENT_VARIABLES.filter((name) => name !== 'CRASH_AT');
  const isNamed = (name: string): boolean =>
    table.includes(`\`${name}\``) || (name.startsWith('MPESA_') && table.includes('`MPESA_*`'));
  expect(forOperators.filter((name) => !isNamed(name))).toEqual([]);
});

test('commented-out values in the example environment file are the defaults', () => {
  const defaults = new Map(Object.entries(readEnvironment({})).map(([name, value]) => [name, String(value)]));
  const commented = example.filter(({ name, isComment }) => isComment && defaults.has(name));
  expect(commented.length).toBeGreaterThan(10);
  for (const { name, value } of commented) expect(`${name}=${value}`).toBe(`${name}=${defaults.get(name)}`);
});

test('the example environment file, once filled in, is a valid production configuration', () => {
  const filled = Object.fromEntries(
    example.flatMap(({ name, value, isComment }) => (isComment ? [] : [[name, value || 'to-be-filled-in']])),
  );
  const blanks = {
    APP_SECRET: 'Zq3vXk0bLr8sWm5tYp1nHc6dJf9gKa2eQu7iOxVB',
    MPESA_SHORT_CODE: '600100',
    MPESA_CERTIFICATE_FILE: join(ROOT, 'apps/sandbox/src/certificate/sandbox-only-certificate.pem'),
    DATABASE_URL: 'postgres://zawadi:x@127.0.0.1:5432/zawadi',
  };
  expect(readEnvironment({ ...filled, ...blanks })).toMatchObject({ PROVIDER: 'daraja', DRAIN_SECONDS: 3 });
});

const canAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!canAnalyze)('systemd accepts the units', () => {
  const units = globSync('ops/systemd/*.{service,timer}', { cwd: ROOT });
  expect(units).toHaveLength(7);
  for (const unit of units) {
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    // Ignore that this machine has no Node in /opt/zawadi, which the units need.
    const complaints = stderr
      .split('\n')
      .filter((line) => line !== '' && !line.includes('is not executable'));
    expect(complaints).toEqual([]);
  }
});

test('no systemd unit gives the database owner’s URL to a serving process', () => {
  const unit = (name: string): string => read(`ops/systemd/${name}.service`);
  for (const name of ['zawadi-api@', 'zawadi-worker', 'zawadi-backup'])
    expect(unit(name)).not.toContain('owner.env');
  for (const name of ['zawadi-api@', 'zawadi-worker'])
    expect(unit(name)).toContain('EnvironmentFile=/etc/zawadi/zawadi.env');
  expect(unit('zawadi-backup')).toContain('EnvironmentFile=/etc/zawadi/backup.env');
  expect(unit('zawadi-migrate')).toContain('EnvironmentFile=/etc/zawadi/owner.env');
});

test('each systemd service runs a command of the artefact', () => {
  const services = globSync('ops/systemd/*.service', { cwd: ROOT });
  for (const service of services) {
    const [, command = ''] =
      /^ExecStart=.*\/opt\/zawadi\/current\/node\/bin\/node zawadi (\S+)/mu.exec(read(service)) ?? [];
    expect.soft(Object.keys(COMMANDS), service).toContain(command);
  }
});

test('every proxy of ops/ passes bodies on that the product accepts, and all have one limit', () => {
  const limits = [
    [/client_max_body_size (\d+);/u, 'ops/nginx/zawadi.conf'],
    [/req\.body_size gt (\d+) /u, 'ops/haproxy/haproxy.cfg'],
    // Caddy's MB has a million bytes.
    [/max_size (\d+)MB/u, 'ops/caddy/Caddyfile'],
  ] as const;
  const bytes = limits.map(([pattern, path]) => Number(pattern.exec(read(path))?.[1]));
  const [nginx = 0, haproxy, caddy = 0] = bytes;
  expect([nginx, haproxy, caddy * 1_000_000]).toEqual([nginx, nginx, nginx]);
  const largest = Math.max(...contract.endpointsIn(contract).map(({ upload }) => upload?.maximumBytes ?? 0));
  expect(largest).toBeGreaterThan(1_000_000);
  expect(nginx).toBeGreaterThan(largest);
  expect(nginx).toBeLessThan(largest + 1_000_000);
});

test.skipIf(findProgram('shellcheck') === undefined)('shellcheck finds nothing in the scripts of ops', () => {
  const scripts = ['install.sh', 'zawadi', 'image/build', 'compose/prepare', 'compose/make-roles.sh'];
  const { stdout } = spawnSync('shellcheck', scripts, { cwd: join(ROOT, 'ops'), encoding: 'utf8' });
  expect(stdout).toBe('');
});
