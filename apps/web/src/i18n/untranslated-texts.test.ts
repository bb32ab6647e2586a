import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import { words as claim } from './sw/claim.ts';
import { words as door } from './sw/door.ts';
import { words as help } from './sw/shop-help.ts';
import { words as freeze } from './sw/freeze.ts';
import { words as house } from './sw/house.ts';
import { words as reading } from './sw/reading.ts';
import { words as shop } from './sw/shop.ts';

const SRC = join(import.meta.dirname, '..');
const TRANSLATED = [
  'ui',
  'features/session',
  'features/shell',
  'features/texts',
  'features/account-security',
  'features/passkeys',
  'features/forms',
  'features/pictures',
  'features/consumer',
  'features/merchant',
  'features/wallet-freeze',
  'features/voucher-page',
  'features/shop',
  'features/settlement-batch',
  'features/first-password',
  'features/lists',
  'features/files',
  'features/loading',
  'features/stops',
  'features/support',
];
/** Names that are the same in every language. */
const NAMES = new Set(['Zawadi', 'KES', 'KES 10', 'M-Pesa', 'PDF', 'WhatsApp', 'support@zawadi.test']);
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
  'action',
  'dismiss',
  'said',
  'caption',
  'fallback',
  'safe',
]);

const files = TRANSLATED.flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.|(?:^|\/)testing\//u.test(file))
    .map((file) => join(folder, file)),
);

test('every word on a screen is translated', () => {
  for (const file of files.filter((one) => one.endsWith('.tsx'))) {
    const page = parseSync(readFileSync(join(SRC, file), 'utf8'), { syntax: 'typescript', tsx: true });
    expect.soft(bareWords(page), file).toEqual([]);
  }
});

test('every toast is translated', () => {
  const inEnglishOnly = /toast\.(?:success|error)\(\s*['"`]/u;
  const texts = files.map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));
  expect(texts.filter(({ text }) => inEnglishOnly.test(text)).map(({ file }) => file)).toEqual([]);
});

test('every text of the catalogue is used on a screen, in the contract or in a history', () => {
  const contract = join(SRC, '../../../packages/contract/src');
  const api = join(SRC, '../../api/src/features');
  const history = join(api, 'money/wallets/activity-store.ts');
  const batches = ['words.ts', 'read-settlement.ts', 'confirm-outcome.ts'];
  const sources = [
    history,
    ...['describe-delivery.ts', 'check-url.ts', 'save-webhook.ts'].map((file) =>
      join(api, 'merchants/webhooks', file),
    ),
    join(api, 'people/merchants/api-key-store.ts'),
    ...batches.map((file) => join(api, 'merchants/settlements', file)),
    ...files.map((file) => join(SRC, file)),
    ...['api/call-errors.ts', 'api/call.ts', 'main.tsx'].map((file) => join(SRC, file)),
    ...readdirSync(contract)
      .filter((file) => !file.includes('.test.'))
      .map((file) => join(contract, file)),
  ];
  const said = sources.map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/gu, ' ')).join('\n');
  const isSaid = (text: string) => said.includes(text) || isPattern(text);
  expect(
    Object.keys({ ...door, ...house, ...claim, ...freeze, ...reading, ...shop, ...help }).filter(
      (text) => !isSaid(text),
    ),
  ).toEqual([]);
});

// Some texts have a pattern, because the code composes them.
function isPattern(text: string): boolean {
  return /^Please use at most \d+ characters$|^This address is longer than \d+ characters[.]$|^<b>Please verify your /u.test(
    text,
  );
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
  // Finds an untranslated choice: `{isSent ? 'Send Again' : 'Send Code'}` without `say` around either text.
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
