import { parseSync } from '@swc/core';

type Node = { type: string; [part: string]: unknown };

const NOT_RUN = new Set(['skip', 'todo', 'fixme']);
const MODIFIERS = new Set(['each', 'for', 'only', 'concurrent', 'sequential']);

/**
 * Returns the names of the tests that run in a test file. Interpolated values in a name become `${…}`.
 * @param source text of a vitest or Playwright test file
 * @param isTsx whether the file may contain JSX; then it may contain no generic arrow functions
 */
export function namesOfTests(source: string, isTsx = true): ReadonlySet<string> {
  const names = new Set<string>();
  collect(parseSync(source, { syntax: 'typescript', tsx: isTsx }), names);
  return names;
}

/** Returns the ids of one letter at the start of a test's name: `F5 A1 S400 another amount …`. */
export function idsIn(name: string, letter: 'A' | 'F' | 'S'): string[] {
  const [ids = ''] = /^(?:[AFS]\d+ )+/.exec(name) ?? [];
  return ids.split(' ').filter((id) => id.startsWith(letter));
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value, 'CallExpression')) {
    const words = wordsOf(value.callee);
    if (words.some((word) => NOT_RUN.has(word))) return;
    const [root = '', ...modifiers] = words;
    const name = nameIn(value.arguments);
    const isTest = /^(?:test|it)$/.test(root) && modifiers.every((word) => MODIFIERS.has(word));
    if (isTest && name !== undefined) names.add(name);
  }
  for (const part of Object.values(value)) collect(part, names);
}

/** Returns the names in a callee: `test` and `each` for `test.each(…)`. */
function wordsOf(callee: unknown): string[] {
  if (isNode(callee, 'Identifier')) return [String(callee['value'])];
  if (isNode(callee, 'CallExpression')) return wordsOf(callee['callee']);
  if (isNode(callee, 'MemberExpression'))
    return [...wordsOf(callee['object']), ...wordsOf(callee['property'])];
  return [];
}

function nameIn(given: unknown): string | undefined {
  const [first] = Array.isArray(given) ? (given as { expression: unknown }[]) : [];
  const name = first?.expression;
  if (isNode(name, 'StringLiteral')) return String(name['value']);
  if (!isNode(name, 'TemplateLiteral')) return undefined;
  return (name['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked).join('${…}');
}

function isNode(value: unknown, type: string): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === type;
}
