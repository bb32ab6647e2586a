import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configureMachine, configureProxy, makePasswords } from './cluster-ha/configure.ts';
import type { Network } from './cluster-ha/machines.ts';
import { findPrograms, type Programs } from './cluster-ha/programs.ts';

const PLACEHOLDER = /THIS_|_PASSWORD|10\.0\.0\.|\/var\/lib|\/etc\/|…/u;

const network: Network = {
  machines: [1, 2, 3].map((number) => ({
    name: `zawadi-${number}`,
    address: `127.1.2.1${number}`,
    enter: [],
    link: undefined,
  })),
  others: [],
  subnet: '127.0.0.0/8',
  remove: () => undefined,
};
const nothing = (): never => {
  throw new Error('this test runs no program');
};
const programs: Programs = {
  postgresFolder: '/opt/postgresql/bin',
  user: undefined,
  start: nothing,
  run: nothing,
  scriptFor: nothing,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zawadi-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('turns the files of ops/ha into a complete configuration for each machine', () => {
  const context = { network, passwords: makePasswords(), programs, folder };
  for (const machine of network.machines) {
    const { etcd, patroni, tools } = configureMachine(machine, context);
    const files = [patroni, tools['PGBACKREST_CONFIG'] ?? ''].map((file) => readFileSync(file, 'utf8'));
    for (const text of [...files.map(withoutComments), ...Object.values(etcd)])
      expect(text).not.toMatch(PLACEHOLDER);
    expect(files[0]).toContain(`name: ${machine.name}\n`);
    expect(etcd['ETCD_LISTEN_CLIENT_URLS']).toBe(`http://${machine.address}:2379`);
  }
  const path = join(folder, 'haproxy.cfg');
  const options = configureProxy(path, {
    network,
    programs,
    databasePort: 15_000,
    web: { at: '127.0.0.1:15001', apis: ['127.0.0.1:15002', '127.0.0.1:15003'] },
  });
  const [way = '', front = ''] = options
    .filter((one) => one !== '-f')
    .map((file) => withoutComments(readFileSync(file, 'utf8')));
  expect(way).not.toMatch(PLACEHOLDER);
  expect(front).toContain('bind 127.0.0.1:15001');
});

test('names missing programs of the HA cluster in one sentence', () => {
  expect(() => findPrograms({ HA_ROOT: folder }, folder)).toThrow(
    process.getuid?.() === 0
      ? /^Not found in .*: postgres \(18 or newer\), psql, patroni, .*docs\/high-availability\.md/u
      : /^HA_ROOT needs chroot/u,
  );
});

test('reports a missing etcd client of Patroni', () => {
  const says = { postgres: '#!/bin/sh\necho "postgres (PostgreSQL) 18.1"\n', patroni: '#!/bin/false\n' };
  const others = ['psql', 'patronictl', 'etcd', 'haproxy', 'pgbackrest'].map((name) => [name, '']);
  for (const [name = '', text = ''] of [...Object.entries(says), ...others])
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  expect(() => findPrograms({ PATH: folder }, folder)).toThrow(
    /^Not found on this machine: python3-etcd\. /u,
  );
});

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*#.*$/gmu, '');
}
