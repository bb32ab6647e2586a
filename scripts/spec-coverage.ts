import { existsSync, globSync, readFileSync } from 'node:fs';
import * as contract from '@zawadi/contract';
import { namesOfTests } from './spec-coverage/names-of-tests.ts';

/** One sentence of the specification: where it is kept, and what proves that. */
export type Row = { line: number; sentence: string; where: string; proof: string };

/** `proved` by tests, `open` where the product has it and no test says so, `missing` where it is not built. */
export type State = 'proved' | 'open' | 'missing';

const CODE = /`([^`]+)`/g;
const PROOF = /^`([^`]+)` › (.+)$/;
const ROUTE = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']+)'/g;

/** The rows of all tables of three columns in a Markdown document. */
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

/** @returns one sentence for each thing that a row names and that is not there */
export function problemsOf(rows: readonly Row[]): string[] {
  const names = new Map<string, ReadonlySet<string>>();
  const isTest = (file: string, name: string) => {
    const known = names.get(file) ?? namesOfTests(readFileSync(file, 'utf8'));
    names.set(file, known);
    return known.has(name);
  };
  return rows.flatMap((row) =>
    [...problemsOfWhere(row), ...problemsOfProof(row, isTest)].map(
      (problem) => `line ${row.line}: ${problem}`,
    ),
  );
}

function problemsOfWhere(row: Row): string[] {
  const places = [...row.where.matchAll(CODE)].map(([, place = '']) => place);
  if (places.length === 0 && stateOf(row) !== 'missing') return [`“${row.sentence}” is nowhere`];
  return places.filter((place) => !isThere(place)).map((place) => `${place} does not exist`);
}

function problemsOfProof(row: Row, isTest: (file: string, name: string) => boolean): string[] {
  if (stateOf(row) !== 'proved') return [];
  return row.proof.split('<br>').flatMap((proof) => {
    const [, file, name] = PROOF.exec(proof.trim()) ?? [];
    if (file === undefined || name === undefined) return [`“${proof}” is not \`file\` › name`];
    if (!existsSync(file)) return [`${file} does not exist`];
    return isTest(file, name) ? [] : [`${file} has no test “${name}”`];
  });
}

/** A place is a call of the contract, a route of the web app, or a file. */
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
