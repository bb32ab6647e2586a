import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { idsIn, namesOfTests } from './spec-coverage/names-of-tests.ts';

const FAULTS = 41;
/** Number of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0, V1 first. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const STATES = ['met', 'operator', 'not applicable', 'not met'];
const TESTS = ['{apps,packages,scripts,tests}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'];
const IS_TEST = /\.(?:test|spec)\.tsx?$/u;

/** Returns the rows of all tables in a document whose first cell is an id. */
function rowsOf(file: string, id: RegExp): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
    .filter(([first = '']) => id.test(first));
}

function pathsIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`\s]+)`/gu)]
    .map(([, path = '']) => path)
    .filter((path) => /[/.]/u.test(path));
}

/** Returns the test files of each abuse or fault, by the id at the start of their test names. */
function testsOf(letter: 'A' | 'F'): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync(TESTS, { exclude: ['**/node_modules/**', '**/dist/**'] })) {
    const source = readFileSync(file, 'utf8');
    if (!new RegExp(`['"\`](?:F\\d+ )*${letter}\\d+ `, 'u').test(source)) continue;
    const ids = [...namesOfTests(source, file.endsWith('x'))].flatMap((name) => idsIn(name, letter));
    for (const id of new Set(ids)) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

test('every abuse in the document has tests that begin with its id, and no test has an unknown id', () => {
  const rows = rowsOf('docs/security/abuse-tests.md', /^A\d+$/u);
  const ids = rows.map((_row, index) => `A${index + 1}`);
  expect(rows.map(([id]) => id)).toEqual(ids);
  const found = testsOf('A');
  for (const [id = '', , , files] of rows) {
    expect(pathsIn(files).toSorted(), id).toEqual(found.get(id)?.toSorted());
  }
  expect([...found.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

test('every fault in the document has tests that begin with its id, or a reason for none, and no test has an unknown id', () => {
  const rows = rowsOf('docs/faults.md', /^F\d+$/u);
  const ids = Array.from({ length: FAULTS }, (_, index) => `F${index + 1}`);
  expect(rows.map(([id]) => id)).toEqual(ids);
  const found = testsOf('F');
  for (const [id = '', , , proof = ''] of rows) {
    const files = pathsIn(proof);
    expect(files.length > 0, id).toBe(!proof.startsWith('open: '));
    expect(files.toSorted(), id).toEqual(found.get(id)?.toSorted() ?? []);
  }
  expect([...found.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

test('the ASVS table lists every requirement of ASVS 5 up to level 2 once, with its state', () => {
  const rows = rowsOf('docs/security/asvs-5-level-2.md', /^\d+\.\d+\.\d+$/u);
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
  const counts = REQUIREMENTS.map(
    (_, index) => rows.filter(([id]) => id?.startsWith(`${index + 1}.`)).length,
  );
  expect(counts).toEqual(REQUIREMENTS);
  for (const [id, , state = ''] of rows) expect(STATES, id).toContain(state);
  const count = (state: string) => rows.filter(([, , one]) => one === state).length;
  const [met, operator, notApplicable, notMet] = STATES.map(count);
  expect(readFileSync('docs/security/asvs-5-level-2.md', 'utf8').replaceAll('\n', ' ')).toContain(
    `${met} are met, ${operator} are the operator's, ${notApplicable} do not apply, ${notMet} are not met.`,
  );
});

test('in the ASVS table, a met requirement names code and a test, an unmet one a reason, and every named file exists', () => {
  for (const [id, , state, where = ''] of rowsOf('docs/security/asvs-5-level-2.md', /^\d+\.\d+\.\d+$/u)) {
    const files = pathsIn(where).filter((path) => path.includes('/') || /\.(?:md|json|mjs)$/u.test(path));
    const places = files.filter((path) => !path.startsWith('@'));
    expect(
      places.filter((path) => !existsSync(path)),
      id,
    ).toEqual([]);
    const isProved = places.length > 1 && places.some((path) => IS_TEST.test(path));
    expect(state === 'met' ? isProved : where.length > 3, id).toBe(true);
  }
});
