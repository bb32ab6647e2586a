import { globSync, readFileSync } from 'node:fs';

const MAXIMUM_LINES = 260;
const SOURCES = ['{apps,packages,scripts,tests,e2e,bench}/**/*.{ts,tsx,mjs,css}'];
const NOT_OURS = ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'];

/** @returns one sentence per source file that has outgrown what a reader can hold */
export function findLongFiles(): string[] {
  return globSync(SOURCES, { exclude: NOT_OURS })
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAXIMUM_LINES)
    .map(
      ({ path, lines }) =>
        `${path} has ${lines} lines, ${MAXIMUM_LINES} are allowed: look for its second idea.`,
    );
}
