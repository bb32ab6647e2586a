// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Calendar } from './calendar.tsx';
import { draw } from './testing/dom.tsx';

test('a calendar takes the focus when it opens, unless the user is typing in a field by then', async () => {
  const late = (isThere: boolean) => (
    <>
      <input aria-label="Until" />
      {isThere && <Calendar today="2026-11-20" onPick={() => {}} />}
    </>
  );
  const { person, rerender } = draw(late(false));
  await person.type(screen.getByLabelText('Until'), '3');
  rerender(late(true));
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Until'));
  await person.type(screen.getByLabelText('Until'), '1/01/2025');
  expect(screen.getByLabelText('Until')).toHaveProperty('value', '31/01/2025');
  rerender(late(false));
  screen.getByLabelText('Until').blur();
  rerender(late(true));
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/20 Nov/u);
});
