import { existsSync, globSync, readFileSync } from 'node:fs';
import * as contract from '@zawadi/contract';
import { idsIn, namesOfTests } from './spec-coverage/names-of-tests.ts';

/** One sentence of the specification, the place that implements it, and the tests that prove it. */
export type Row = { line: number; sentence: string; where: string; proof: string };

/** `proved` by tests; `open` if implemented without a test; `missing` if not implemented. */
export type State = 'proved' | 'open' | 'missing';

const CODE = /`([^`]+)`/g;
const TEST_FILES = ['{apps,packages,scripts,tests}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'];
const ROUTE = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']+)'/g;

/** Returns the rows of all three-column tables in a Markdown document. */
export function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((text, index) => {
    const cells = text.split('|').map((cell) => cell.trim().replaceAll(/\\([^\w\s])/g, '$1'));
    const [before, sentence = '', where = '', proof = '', after] = cells;
    const isRow =
      cells.length === 5 && before === '' && after === '' && !/^(?:sentence$|[-: ]+$)/.test(sentence);
    return isRow ? [{ line: index + 1, sentence, where, proof }] : [];
  });
}

export function stateOf({ proof }: Row): State {
  if (/^open\b/.test(proof)) return 'open';
  return /^missing\b/.test(proof) ? 'missing' : 'proved';
}

/** @returns one sentence for each place or test in a row that does not exist */
export function problemsOf(rows: readonly Row[], ids: ReadonlySet<string>): string[] {
  return rows.flatMap((row) =>
    [...problemsOfWhere(row), ...problemsOfProof(row, ids)].map((problem) => `line ${row.line}: ${problem}`),
  );
}

/** Ids of all tests that run, and ids used by two tests. */
function testIds(): { known: ReadonlySet<string>; repeated: string[] } {
  const ids = globSync(TEST_FILES, { exclude: ['**/node_modules/**', '**/dist/**'] }).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    if (!/\bS\d+ /.test(source)) return [];
    return [...namesOfTests(source, file.endsWith('x'))].flatMap((name) => idsIn(name, 'S'));
  });
  return { known: new Set(ids), repeated: ids.filter((id, index) => ids.indexOf(id) !== index) };
}

/**
 * @returns one sentence for each place or test that does not exist, each id used by two tests, and each id without a
 * row
 */
export function problemsOfDocument(markdown = readFileSync('docs/spec-coverage.md', 'utf8')): string[] {
  const rows = rowsOf(markdown);
  const { known, repeated } = testIds();
  const used = new Set(rows.flatMap(proofsOf));
  return [
    ...problemsOf(rows, known),
    ...repeated.map((id) => `two tests have the id ${id}`),
    ...[...known.difference(used)].map((id) => `no row names the test ${id}`),
  ];
}

function problemsOfWhere(row: Row): string[] {
  const places = [...row.where.matchAll(CODE)].map(([, place = '']) => place);
  if (places.length === 0 && stateOf(row) !== 'missing') return [`“${row.sentence}” is nowhere`];
  return places.filter((place) => !isThere(place)).map((place) => `${place} does not exist`);
}

function problemsOfProof(row: Row, ids: ReadonlySet<string>): string[] {
  if (stateOf(row) !== 'proved') return [];
  return proofsOf(row).flatMap((id) => {
    if (!/^S\d+$/.test(id)) return [`“${id}” is no id of a test`];
    return ids.has(id) ? [] : [`no test has the id ${id}`];
  });
}

/** Returns the ids of the tests that prove a row. */
function proofsOf({ proof }: Row): string[] {
  return proof.split(',').map((id) => id.trim());
}

/** Returns whether a place exists: an endpoint of the contract, a route of the web app, or a file. */
function isThere(place: string): boolean {
  if (/^[A-Z]+ \//.test(place)) return calls.has(place);
  return place.startsWith('/') ? routes.has(place.replace(/\?.*$/, '')) : existsSync(place);
}

const calls = new Set(
  Object.values(contract).flatMap((one) =>
    typeof one === 'object' && 'method' in one && 'path' in one ? [`${one.method} ${one.path}`] : [],
  ),
);

const routes = readRoutes(
  globSync('apps/web/src/routes/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8')),
);

function readRoutes(sources: readonly string[]): ReadonlySet<string> {
  const declared = new Map(
    sources
      .flatMap((source) => [...source.matchAll(ROUTE)])
      .map(([, name = '', parent = '', path = '']) => [name, { parent, path }]),
  );
  const pathOf = (name: string): string => {
    const route = declared.get(name);
    return route === undefined ? '' : `${pathOf(route.parent)}${route.path}`.replace(/(?<=.)\/$/, '');
  };
  return new Set([...declared.keys()].map(pathOf));
}
