import { expect, test } from 'vitest';
import { pathsNamedIn } from './check-doc-paths.ts';

test('resolves links relative to the document, and paths in code relative to the root', () => {
  const text = 'See [the ledger](../ledger.md#balances) and `apps/api/src/app.ts:12`, `docs/adr/*.md`.';
  expect(pathsNamedIn(text, 'docs/adr')).toEqual(['docs/ledger.md', 'apps/api/src/app.ts', 'docs/adr/*.md']);
});

test('ignores URLs, anchors, placeholders and ordinary code', () => {
  const text =
    '[a](https://a.test/b) [b](#c) `apps/api/src/features/<name>/store.ts` `npm test` `GET /api/v1/x` `a/b`';
  expect(pathsNamedIn(text, '.')).toEqual([]);
});
