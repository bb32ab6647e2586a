import { globSync, readFileSync } from 'node:fs';

const MAXIMUM_LINES = 260;
const SOURCES = ['{apps,packages,scripts,tests,e2e,bench}/**/*.{ts,tsx,mjs,css}'];
const NOT_OURS = ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'];

/** @returns one sentence per source file that is too long to read */
export function findLongFiles(): string[] {
  return globSync(SOURCES, { exclude: NOT_OURS })
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAXIMUM_LINES)
    .map(
      ({ path, lines }) =>
        `${path} has ${lines} lines, ${MAXIMUM_LINES} are allowed: look for its second idea.`,
    );
}

/**
 * Checks the names of migrations.
 * @param names of the migration files, as a folder lists them
 * @returns one sentence per migration whose number does not give its order
 */
export function findUnclearMigrations(
  names = globSync('*.sql', { cwd: 'apps/api/database/migrations' }).toSorted(),
): string[] {
  const numberOf = (name: string) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/u.exec(name)?.[1] ?? Number.NaN);
  const numbers = names.map(numberOf);
  // Number 1 is taken: the first migration is the baseline with the tables of all domains.
  const next = String(Math.max(1, ...numbers.filter(Number.isInteger)) + 1).padStart(4, '0');
  return names.flatMap((name, index) => {
    const number = numberOf(name);
    if (Number.isNaN(number)) return [`${name} is no name of a migration: ${next}_what_it_changes.sql is.`];
    if (number > 1 && numbers.indexOf(number) === index) return [];
    return [`${name} has the number of another migration; the next free one is ${next}.`];
  });
}
