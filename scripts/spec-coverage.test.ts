import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemsOf, problemsOfDocument, rowsOf, stateOf } from './spec-coverage.ts';
import { namesOfTests } from './spec-coverage/names-of-tests.ts';

const TABLE = `
| sentence | where | proved by |
| -------- | ----- | --------- |
`;
const IDS = new Set(['S1', 'S22']);

function problemsIn(...cells: [sentence: string, where: string, proof: string]): string[] {
  return problemsOf(rowsOf(`${TABLE}| ${cells.join(' | ')} |`), IDS);
}

test('every screen, endpoint, file and test in docs/spec-coverage.md exists, and each test has at least one row', () => {
  expect(problemsOfDocument()).toEqual([]);
  const rows = rowsOf(readFileSync('docs/spec-coverage.md', 'utf8'));
  expect(rows.length).toBeGreaterThan(200);
  const count = (state: ReturnType<typeof stateOf>) => rows.filter((row) => stateOf(row) === state).length;
  console.log(
    `${rows.length} sentences: ${count('proved')} proved, ${count('open')} open, ${count('missing')} missing`,
  );
});

test('names a test that no row of the document mentions', () => {
  expect(problemsOfDocument(TABLE)).toContain('no row names the test S22');
});

test('accepts existing routes, endpoints, files and tests', () => {
  expect(problemsIn('a', '`/dashboard/wallet`, `POST /api/auth/v1/login`, `package.json`', 'S1')).toEqual([]);
  expect(problemsIn('a', '`/dashboard/redeem?way=withdraw`', 'S1, S22')).toEqual([]);
  expect(problemsIn('a', '—', 'missing')).toEqual([]);
  expect(problemsIn('a', '`/v/$token`', 'open: no test looks')).toEqual([]);
});

test('names an entry that does not exist, with its line in the document', () => {
  const where = '`/dashboard/walet`, `GET /api/auth/v1/login`, `package.jsn`';
  expect(problemsIn('a', where, 'S2')).toEqual([
    'line 4: /dashboard/walet does not exist',
    'line 4: GET /api/auth/v1/login does not exist',
    'line 4: package.jsn does not exist',
    'line 4: no test has the id S2',
  ]);
  expect(problemsIn('a', 'somewhere', 'surely')).toEqual([
    'line 4: “a” is nowhere',
    'line 4: “surely” is no id of a test',
  ]);
});

test('lists only tests that run, not skipped or commented-out ones', () => {
  const source = `
    test('plain', () => undefined);
    describe('group', () => { it.each([[1], [2]])('with %s', (n) => n); });
    for (const n of [1]) test(\`number \${n} of \${n}\`, () => undefined);
    test.skip('skipped', () => undefined);
    describe.skip('away', () => { test('inside', () => undefined); });
    // test('said only', () => undefined);
    test.step('a step', () => undefined);
  `;
  expect([...namesOfTests(source)]).toEqual(['plain', 'with %s', 'number ${…} of ${…}']);
});
