import { expect, test } from 'vitest';
import { findArticles, helpArticles } from './help-article-list.tsx';

const idsFor = (question: string) => findArticles(helpArticles, question).map(({ id }) => id);

test('S115 a shopkeeper finds an article by everyday words', () => {
  expect(idsFor('refund')).toContain('reversal');
  expect(idsFor('no internet')).toContain('unknown-outcome');
  expect(idsFor('when money')[0]).toBe('settlement');
  expect(idsFor('Lost SECRET')).toEqual([]);
  expect(idsFor('webhook')[0]).toBe('webhooks');
});

test('finds help about M-PESA in every spelling of the word', () => {
  const ids = idsFor('mpesa');
  expect(ids).toContain('settlement');
  expect(idsFor('M-Pesa')).toEqual(ids);
  expect(idsFor('m pesa')).toEqual(ids);
});

test('an empty search lists all help articles, and every article has its own id', () => {
  expect(idsFor('  ')).toHaveLength(helpArticles.length);
  expect(new Set(helpArticles.map(({ id }) => id)).size).toBe(helpArticles.length);
});
