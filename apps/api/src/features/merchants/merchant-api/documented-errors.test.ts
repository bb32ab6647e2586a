import { readFileSync } from 'node:fs';
import * as contract from '@zawadi/contract';
import { expect, test } from 'vitest';
import { everyRow } from '../../../testing/every-row.ts';

const document = readFileSync('docs/developers/errors.md', 'utf8');
const entries = new Map(
  document
    .split(/^(?=#{2,3} )/mu)
    .map((entry) => [/^### `(\w+)`\n/u.exec(entry)?.[1], entry] as const)
    .filter(([code]) => code !== undefined),
);

const endpoints = Object.values(contract).filter(
  (one): one is typeof one & contract.Endpoint =>
    typeof one === 'object' && 'audience' in one && 'refusals' in one && one.audience === 'machine',
);
// These are answers to an unknown URL or method, so no endpoint lists them.
const codes = new Set<string>([
  'not_found',
  'method_not_allowed',
  ...endpoints.flatMap(contract.problemCodesOf),
]);

test('each documented error code says what happened, what to do and whether to retry', async () => {
  await everyRow([...codes].toSorted(), String, (code) => {
    const entry = entries.get(code) ?? '';
    expect(entry, `docs/developers/errors.md has no entry for ${code}`).not.toBe('');
    const [, , happened = ''] = entry.split('\n');
    expect(happened.length).toBeGreaterThan(20);
    expect(entry).toContain('- **What to do:** ');
    expect(entry).toContain('- **Retry:** ');
  });
});

test('the document has one entry per error code, and only codes that an endpoint returns', () => {
  expect([...entries.keys()].filter((code) => code === undefined || !codes.has(code))).toEqual([]);
  expect(document.match(/^### `/gmu)).toHaveLength(entries.size);
  expect(endpoints.length).toBeGreaterThan(5);
});
