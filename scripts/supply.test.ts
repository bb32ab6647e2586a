import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  installScriptProblems,
  integrityProblems,
  licenceProblems,
  packagesOf,
  pinProblems,
  type Lock,
  type LockEntry,
  type Manifest,
} from './supply.ts';

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const ours = packagesOf(readJson('package-lock.json') as Lock);
const one = (name: string, entry: LockEntry) =>
  packagesOf({ packages: { [`node_modules/a/node_modules/${name}`]: { version: '1.0.0', ...entry } } });

test('A42 every package that ships has an allowed licence, a hash, a pinned version and only reviewed install scripts', () => {
  const manifests = ['package.json', ...globSync('{apps/*,packages/*,tools/node}/package.json')].map(
    readJson,
  ) as Manifest[];
  expect(ours.filter(({ isShipped }) => isShipped).length).toBeGreaterThan(100);
  expect([
    ...licenceProblems(ours),
    ...installScriptProblems(ours),
    ...integrityProblems(ours),
    ...pinProblems(manifests),
  ]).toEqual([]);
});

test('reports a licence that requires more than its notice, unless another licence can be chosen or the package never ships', () => {
  expect(licenceProblems(one('x', { license: 'AGPL-3.0-only' }))).toEqual([
    'x 1.0.0 is licensed AGPL-3.0-only',
  ]);
  expect(licenceProblems(one('x', { license: 'MIT AND GPL-2.0-only' }))).toHaveLength(1);
  expect(licenceProblems(one('web-push', { license: 'LGPL-3.0-or-later' }))).toHaveLength(1);
  expect(licenceProblems(one('x', {}))).toEqual(['x 1.0.0 names no licence']);
  expect(licenceProblems(one('x', { license: '(MIT OR GPL-2.0-only)' }))).toEqual([]);
  expect(licenceProblems(one('x', { license: 'AGPL-3.0-only', dev: true }))).toEqual([]);
});

test('reports an unreviewed install script, a package without a hash, and a package from another registry', () => {
  expect(installScriptProblems(one('@a/x', { hasInstallScript: true, dev: true }))).toEqual([
    '@a/x 1.0.0 runs a script when it is installed',
  ]);
  expect(integrityProblems(one('x', { integrity: 'sha1-abc' }))).toEqual([
    'x 1.0.0 has no SHA-512 in the lockfile',
  ]);
  expect(integrityProblems(one('x', { resolved: 'git+ssh://git@example.test/x.git' }))).toHaveLength(1);
});

test('reports a dependency whose version is not pinned', () => {
  expect(pinProblems([{ name: 'a', dependencies: { x: '^1.0.0', y: '1.0.0-beta.17' } }])).toEqual([
    'a takes x as ^1.0.0, which is no exact version',
  ]);
});
