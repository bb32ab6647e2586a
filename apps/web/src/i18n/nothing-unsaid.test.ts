import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import { words as claim } from './sw/claim.ts';
import { words as door } from './sw/door.ts';
import { words as house } from './sw/house.ts';
import { words as reading } from './sw/reading.ts';

const SRC = join(import.meta.dirname, '..');
const CONSUMER = [
  'ui',
  'features/session',
  'features/shell',
  'features/texts',
  'features/account-security',
  'features/passkeys',
  'features/forms',
  'features/pictures',
  'features/consumer',
  'features/voucher-page',
];

/** Names, which are the same in every language. */
const NAMES = new Set(['Zawadi', 'KES', 'M-Pesa', 'WhatsApp', 'support@zawadi.test']);
const READ_OUT = new Set([
  'label',
  'title',
  'aria-label',
  'help',
  'busyLabel',
  'alt',
  'intro',
  'saying',
  'note',
]);

const files = CONSUMER.flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !file.includes('.test.'))
    .map((file) => join(folder, file)),
);

test.each(files.filter((file) => file.endsWith('.tsx')))('%s leaves no word untranslated', (file) => {
  const page = parseSync(readFileSync(join(SRC, file), 'utf8'), { syntax: 'typescript', tsx: true });
  expect(bareWords(page)).toEqual([]);
});

test.each(files)('%s says no toast in English only', (file) => {
  expect(readFileSync(join(SRC, file), 'utf8')).not.toMatch(/toast\.(?:success|error)\(\s*['"`]/u);
});

test('every text of the catalogue is on some screen, in the contract, or in a history', () => {
  const contract = join(SRC, '../../../packages/contract/src');
  const history = join(SRC, '../../api/src/features/money/wallets/activity-store.ts');
  const sources = [
    history,
    ...files.map((file) => join(SRC, file)),
    ...[
      'api/call-errors.ts',
      'api/call.ts',
      'features/lists/filter-bar.tsx',
      'features/lists/nothing-found.tsx',
      'features/lists/period-picker.tsx',
      'main.tsx',
    ].map((file) => join(SRC, file)),
    ...['text.ts', 'money.ts', 'vouchers-gifts.ts', 'wallets.ts', 'receipts.ts', 'refusals.ts'].map((file) =>
      join(contract, file),
    ),
  ];
  const said = sources.map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/gu, ' ')).join('\n');
  const isSaid = (text: string) => said.includes(text) || isPattern(text);
  expect(Object.keys({ ...door, ...house, ...claim, ...reading }).filter((text) => !isSaid(text))).toEqual(
    [],
  );
});

// Two texts are put together where they are said.
function isPattern(text: string): boolean {
  return /^Please use at most \d+ characters$|^<b>Please verify your /u.test(text);
}

type Node = { type?: string; value?: unknown; name?: { value?: string; name?: { value?: string } } };

function bareWords(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(bareWords);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as Node;
  if (type === 'JSXText' && typeof value === 'string') return wordsIn(value);
  if (type === 'JSXAttribute') {
    return [...(READ_OUT.has(String(name?.value)) ? literalIn(value) : []), ...deeper(value)];
  }
  // `{isSent ? 'Send Again' : 'Send Code'}`: a choice between words, and neither is said.
  if (type === 'JSXExpressionContainer') return [...choicesIn(node), ...deeper(node)];
  return deeper(node);
}

function choicesIn(node: object): string[] {
  const { expression } = node as { expression?: { consequent?: unknown; alternate?: unknown } };
  return [expression, expression?.consequent, expression?.alternate].flatMap(literalIn);
}

function deeper(node: unknown): string[] {
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(bareWords) : [];
}

function literalIn(value: unknown): string[] {
  const { type, value: text } = (value ?? {}) as Node;
  return type === 'StringLiteral' && typeof text === 'string' ? wordsIn(text) : [];
}

function wordsIn(text: string): string[] {
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  return /\p{L}/u.test(words) && !NAMES.has(words) ? [words] : [];
}
