import { expect, test } from 'vitest';
import { ageText } from './work-words.ts';

const now = new Date('2026-11-20T14:12:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  [0, 'Just now'],
  [25, '25\u00a0min'],
  [60, '1\u00a0h'],
  [2_879, '47\u00a0h'],
  [2_880, '2\u00a0days'],
])('shows the age of a request after %i minutes as %s', (minutes, text) => {
  expect(ageText(minutesAgo(minutes), now)).toBe(text);
});

test('shows no negative age if the browser’s clock is slow', () => {
  expect(ageText(minutesAgo(-3), now)).toBe('Just now');
});
