import { expect, test } from 'vitest';
import { unclearLinesOf, withVersion } from './section.ts';

const TEXTS = [
  '- Operators: `A` limits it.\n- Buyers and shops: the till says what is left,\n  and how to pay it.\n',
  '- Buyers and shops: gifts can be opened twice.\n',
];
const VERSION = `## 0.2.0 (2026-12-01)

### For buyers and shops

- The till says what is left,
  and how to pay it.
- Gifts can be opened twice.

### For operators

- \`A\` limits it.
`;
const OLDER = `## 0.1.0 (2026-11-30)

### For operators

- It runs.
`;

test('groups the entries of all change files by reader, above the other versions', () => {
  const input = { version: '0.2.0', day: '2026-12-01', texts: TEXTS };
  expect(withVersion(`# Changelog\n\n${OLDER}`, input)).toBe(`# Changelog\n\n${VERSION}\n${OLDER}`);
});

test('adds entries to a version that has a section already', () => {
  const input = { version: '0.2.0', day: '2026-12-02', texts: ['- Developers: a field more.\n'] };
  const added = VERSION.replace('12-01', '12-02').replace(
    '### For operators',
    '### For developers of shops\n\n- A field more.\n\n### For operators',
  );
  expect(withVersion(`# Changelog\n\n${VERSION}\n${OLDER}`, input)).toBe(`# Changelog\n\n${added}\n${OLDER}`);
});

test('reports a change entry that names no reader', () => {
  expect(unclearLinesOf('- Developers: a field more.\n- The till is faster.\nand words\n')).toEqual([
    '- The till is faster.',
    'and words',
  ]);
});
