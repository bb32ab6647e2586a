import { expect, test } from 'vitest';
import { sabotage } from './sabotaged-copy.ts';
import { SABOTAGES } from './sabotages.ts';

test.each(SABOTAGES)('the rule that the sabotage $name breaks stands where it is looked for', ({ edits }) => {
  for (const edit of edits) expect(sabotage('.', edit)).toContain(edit.put);
});

test('a text that is not there, or twice, is no place for a sabotage', () => {
  const edit = { file: 'package.json', find: 'no such words', put: 'others' };
  expect(() => sabotage('.', edit)).toThrow('stands 0 times');
  expect(() => sabotage('.', { ...edit, find: '"' })).toThrow(/stands \d+ times/);
});
