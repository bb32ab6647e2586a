import { expect, test } from 'vitest';
import { sectionOf, unclearLinesOf } from './section.ts';

test('groups the entries of all change files by reader, and omits the heading of a reader without entries', () => {
  const texts = [
    '- Operators: `A` limits it.\n- Buyers and shops: the till says what is left,\n  and how to pay it.\n',
    '- Buyers and shops: gifts can be opened twice.\n',
  ];
  expect(sectionOf({ version: '0.2.0', day: '2026-12-01', texts })).toBe(`## 0.2.0 (2026-12-01)

### For buyers and shops

- The till says what is left,
  and how to pay it.
- Gifts can be opened twice.

### For operators

- \`A\` limits it.
`);
});

test('reports a change entry that names no reader', () => {
  expect(unclearLinesOf('- Developers: a field more.\n- The till is faster.\nand words\n')).toEqual([
    '- The till is faster.',
    'and words',
  ]);
});
