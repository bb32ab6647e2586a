import { dirname, join } from 'node:path';

/** Files of the product by their path from the root, with their text. */
export type Sources = ReadonlyMap<string, string>;
export type Affected = { tests: string[]; journeys: string[]; isEverything: boolean };

// Assembly files import every feature. They are left out, so that a change of one feature does not select the tests of
// all others. `npm test` tests the whole system.
const ASSEMBLY =
  /^(?:apps\/api\/src\/(?:[^/]+\.ts$|testing\/|every-call\/)|apps\/web\/src\/(?:routes\/|main\.tsx$|testing\/)|packages\/contract\/src\/index\.ts$|tests\/)/u;
const TEST = /\.test\.tsx?$/u;
const APART = /\.(?:long|ha)\.(?:test|spec)\.ts$/u;
const JOURNEY = /^e2e\/[^/]+\.spec\.ts$/u;
// No file imports SQL; the tests of the database cover its rules.
const SQL_TESTS = ['apps/api/src/platform/db/', 'apps/api/src/ledger/'];
const WITHOUT_TESTS = /\.md$|^(?:docs|ops|\.ci)\//u;
const OF_EVERYTHING =
  /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig\.json|tests\/[^/]+\.ts|apps\/api\/src\/testing\/[^/]+)$/u;

/**
 * Selects the tests affected by a change: tests in the folder of each changed file, and in folders that import from
 * that folder. Leaves out tests that run separately.
 * @param changed paths of the changed files, from the root
 */
export function affectedTests(sources: Sources, changed: readonly string[]): Affected {
  const relevant = changed.filter((path) => !WITHOUT_TESTS.test(path));
  const isEverything = relevant.some((path) => OF_EVERYTHING.test(path));
  const folders = new Set(relevant.filter((path) => !isTest(path)).map(dirname));
  const importing = importersOf(sources, folders);
  for (const folder of importing.map(dirname)) folders.add(folder);
  const isSqlChanged = relevant.some((path) => path.endsWith('.sql'));
  const tests = [...sources.keys()].filter(
    (path) =>
      TEST.test(path) &&
      !APART.test(path) &&
      (relevant.includes(path) ||
        folders.has(dirname(path)) ||
        (isSqlChanged && SQL_TESTS.some((folder) => path.startsWith(folder)))),
  );
  return {
    tests,
    journeys: relevant.filter((path) => JOURNEY.test(path) && !APART.test(path) && sources.has(path)),
    isEverything,
  };
}

const isTest = (path: string) => TEST.test(path) || JOURNEY.test(path);

/** Returns the files that import from one of the folders, except files in these folders and assembly files. */
function importersOf(sources: Sources, folders: ReadonlySet<string>): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (folders.has(dirname(path)) || ASSEMBLY.test(path)) return [];
    const imported = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/gu)].map(([, name = '']) =>
      pathOf(path, name),
    );
    return imported.some((one) => one !== undefined && !ASSEMBLY.test(one) && folders.has(dirname(one)))
      ? [path]
      : [];
  });
}

/** @returns the path of an imported file; undefined for packages that npm installs */
function pathOf(importer: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(importer), name);
  const [, unit, file = 'index'] = /^@zawadi\/([\w-]+)(?:\/(.+))?$/u.exec(name) ?? [];
  return unit === undefined ? undefined : `packages/${unit}/src/${file}.ts`;
}
