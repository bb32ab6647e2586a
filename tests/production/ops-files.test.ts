import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import memory from '../../ops/memory.json' with { type: 'json' };
import { ENVIRONMENT_VARIABLES, readEnvironment } from '../../apps/api/src/config/environment.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const example = [...read('ops/zawadi.env.example').matchAll(/^(#?)([A-Z0-9_]+)=(.*)$/gmu)].map(
  ([, mark, name = '', value = '']) => ({ name, value, isComment: mark === '#' }),
);

test('the example environment file of ops/ has every variable once', () => {
  expect(example.map(({ name }) => name).toSorted()).toEqual(ENVIRONMENT_VARIABLES.toSorted());
});

test('the table of docs/operations.md names every variable that an operator may set', () => {
  const table = read('docs/operations.md');
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
  const units = globSync('ops/systemd/*.service', { cwd: ROOT });
  expect(units).toHaveLength(3);
  for (const unit of units) {
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    // Ignore that this machine has no Node in /usr/bin, which the units need.
    const complaints = stderr
      .split('\n')
      .filter((line) => line !== '' && !line.includes('is not executable'));
    expect(complaints).toEqual([]);
  }
});

test('no systemd unit and no container image gives the database owner’s URL to a serving process', () => {
  const unit = (name: string): string => read(`ops/systemd/${name}.service`);
  for (const name of ['zawadi-api@', 'zawadi-worker']) {
    expect(unit(name)).toContain('EnvironmentFile=/etc/zawadi/zawadi.env');
    expect(unit(name)).not.toContain('owner.env');
  }
  expect(unit('zawadi-migrate')).toContain('EnvironmentFile=/etc/zawadi/owner.env');
  expect(read('ops/Containerfile')).toMatch(/^USER node$/mu);
});

test('systemd units and the container image start API and worker with the memory options of ops/memory.json', () => {
  const words = memory.options.join(' ');
  expect(words).toContain('--max-semi-space-size');
  for (const [unit, file] of [
    ['zawadi-api@', 'api.js'],
    ['zawadi-worker', 'worker.js'],
  ] as const) {
    const text = read(`ops/systemd/${unit}.service`);
    expect(text).toContain(`/usr/bin/node ${words} ${file}\n`);
    for (const [name, value] of Object.entries(memory.environment))
      expect(text).toContain(`\nEnvironment=${name}=${value}\n`);
  }
  const image = read('ops/Containerfile');
  expect(image).toContain(
    `CMD ${JSON.stringify(['node', ...memory.options, 'api.js']).replaceAll(',', ', ')}`,
  );
  for (const [name, value] of Object.entries(memory.environment))
    expect(image).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'mu'));
});
