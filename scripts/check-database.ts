import { globSync, readFileSync } from 'node:fs';
import { productVersion } from '../apps/api/src/platform/db/schema-files.ts';

const SCHEMA = 'apps/api/database/**/*.sql';
// Excludes tests: a database object that only tests use counts as unused.
const PROGRAMS = ['{apps,packages,scripts,bench}/**/*.{ts,tsx,mjs}'];
const NO_PROGRAM = [
  '**/node_modules/**',
  '**/dist/**',
  '**/*.test.{ts,tsx}',
  '**/*.generated.ts',
  '**/testing/**',
];

/** Text of each file by path. */
type Texts = ReadonlyMap<string, string>;

/**
 * Finds problems in the database's sources.
 * @param sql the files of the schema
 * @param programs all code that may use the schema
 * @param version of the product, as `0.1.0`
 * @returns one sentence for each function defined in several places, and for each unused object
 */
export function findDatabaseProblems(
  sql: Texts = read([SCHEMA], []),
  programs: Texts = read(PROGRAMS, NO_PROGRAM),
  version = productVersion,
): string[] {
  return [...findRepeatedFunctions(sql, version), ...findUnusedObjects(sql, programs)];
}

const FUNCTION = /((?:^--.*\n)*)^create (?:or replace )?function ([\w.]+)\(/gmu;
const OBJECT = /^create (?:or replace |unlogged )?(?:function|table|view|type|domain|sequence) ([\w.]+)/gmu;
const GRANT = /^(?:grant|revoke)\b[^;]*;/gmu;
const COMMENT = /--.*$/gmu;

/**
 * Finds functions that several places define. Accepts an older signature below a comment `until <version>`, until that
 * version.
 */
function findRepeatedFunctions(sql: Texts, version: string): string[] {
  const places = [...sql].flatMap(([path, text]) =>
    [...text.matchAll(FUNCTION)].map(([, comment = '', name = '']) => ({
      path,
      name,
      until: /^-- until (\d+(?:\.\d+)*)/u.exec(comment)?.[1],
    })),
  );
  const isOver = (until: string) => until.localeCompare(version, 'en', { numeric: true }) <= 0;
  const over = places.filter(({ until }) => until !== undefined && isOver(until));
  const newest = places.filter(({ until }) => until === undefined);
  return [
    ...over.map(
      ({ name, path, until }) => `${path}: ${name} was to stay until ${until}, and this is ${version}.`,
    ),
    ...[...Map.groupBy(newest, ({ name }) => name)].flatMap(([name, some]) =>
      some.length > 1 ? [`${name} is defined in ${some.map(({ path }) => path).join(' and ')}.`] : [],
    ),
  ];
}

function findUnusedObjects(sql: Texts, programs: Texts): string[] {
  const code = [...programs.values()].join('\n');
  const statements = [...sql.values()].join('\n').replaceAll(COMMENT, '').replaceAll(GRANT, '');
  const names = new Set([...statements.matchAll(OBJECT)].map(([, name = '']) => name.replace('public.', '')));
  return [...names].flatMap((name) => {
    const word = new RegExp(`(?<![\\w.-])(?:public\\.)?${name.replace('.', String.raw`\.`)}(?![\\w-])`, 'gu');
    const isUsed = word.test(code) || [...statements.matchAll(word)].length > 1;
    return isUsed ? [] : [`${name} is in the schema, and nothing uses it.`];
  });
}

function read(patterns: string[], exclude: string[]): Texts {
  return new Map(globSync(patterns, { exclude }).map((path) => [path, readFileSync(path, 'utf8')]));
}
