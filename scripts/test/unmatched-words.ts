import { globSync } from 'node:fs';

const TESTS = ['{apps,packages,scripts,tests}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'];
const NOT_TESTS = ['**/node_modules/**', '**/dist/**', '**/*.long.test.*', '**/*.ha.test.*'];
/** Prefix of a shell's completion, and line numbers of a runner's report. */
const AROUND = /^\.\/|(?::\d+)+$/gu;

/**
 * Finds mistyped words before the tests start: the runners would only say that they found no file.
 * @param words parts of paths of test files, as `npm test` takes them
 * @returns the words that no path contains
 */
export function findUnmatchedWords(root: string, words: string[]): string[] {
  if (words.length === 0) return [];
  const paths = globSync(TESTS, { cwd: root, exclude: NOT_TESTS }).map((path) =>
    `${root}/${path}`.toLowerCase(),
  );
  return words.filter((word) => {
    const part = word.replaceAll(AROUND, '').toLowerCase();
    return !paths.some((path) => path.slice(part.startsWith('/') ? 0 : root.length).includes(part));
  });
}
