// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DateField } from './date-field.tsx';
import { draw } from './testing/dom.tsx';

function Form({ start = '', min, max }: { start?: string; min?: string; max?: string }) {
  const [day, setDay] = useState(start);
  return (
    <>
      <DateField label="Last day" value={day} onChange={setDay} min={min} max={max} />
      <output>{day}</output>
      <button type="button" onClick={() => setDay('2027-01-31')}>
        Latest
      </button>
    </>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Last day' });
const chosen = () => screen.getByRole('status').textContent;

test('shows and accepts a day as people in Kenya write it', async () => {
  const { person } = draw(<Form start="2026-11-03" />);
  expect(field()).toHaveProperty('value', '03/11/2026');
  await person.clear(field());
  expect(chosen()).toBe('');
  await person.type(field(), '24/12/2026');
  expect(chosen()).toBe('2026-12-24');
});

test('parses a typed day when the field loses focus, and formats it', async () => {
  const { person } = draw(<Form />);
  await person.type(field(), '3 nov 26');
  expect(chosen()).toBe('');
  await person.tab();
  expect(chosen()).toBe('2026-11-03');
  expect(field()).toHaveProperty('value', '03/11/2026');
});

test('keeps an invalid day in the field, reports it, and passes no day on', async () => {
  const { person } = draw(<Form start="2026-11-03" />);
  await person.clear(field());
  await person.type(field(), '31/02/2026');
  await person.tab();
  expect(screen.getByRole('alert').textContent).toContain('Please enter a day such as 24/12/2026');
  expect(field()).toHaveProperty('value', '31/02/2026');
  expect(chosen()).toBe('');
});

test('a day set from outside replaces the typed text', async () => {
  const { person } = draw(<Form />);
  await person.type(field(), 'soon');
  await person.click(screen.getByRole('button', { name: 'Latest' }));
  expect(field()).toHaveProperty('value', '31/01/2027');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the calendar opens at the chosen day, moves by keys, and closes after a choice', async () => {
  const { person } = draw(<Form start="2026-11-11" />);
  await person.click(screen.getByRole('button', { name: 'Open the calendar: Last day' }));
  const start = await screen.findByRole('button', { name: 'Wed 11 Nov 2026' });
  await expect.poll(() => document.activeElement).toBe(start);
  for (const [key, day] of [
    ['{ArrowRight}', 'Thu 12 Nov 2026'],
    ['{ArrowDown}', 'Thu 19 Nov 2026'],
    ['{Home}', 'Mon 16 Nov 2026'],
    ['{End}', 'Sun 22 Nov 2026'],
    ['{ArrowUp}', 'Sun 15 Nov 2026'],
    ['{ArrowLeft}', 'Sat 14 Nov 2026'],
    ['{PageDown}', 'Mon 14 Dec 2026'],
    ['{PageUp}', 'Sat 14 Nov 2026'],
  ] as const) {
    await person.keyboard(key);
    await expect.poll(() => document.activeElement?.getAttribute('aria-label'), { message: key }).toBe(day);
  }
  await person.keyboard('{Enter}');
  expect(chosen()).toBe('2026-11-14');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape closes the calendar without a choice', async () => {
  const { person } = draw(<Form start="2026-11-11" />);
  await person.click(screen.getByRole('button', { name: 'Open the calendar: Last day' }));
  await screen.findByRole('button', { name: 'Wed 11 Nov 2026' });
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(chosen()).toBe('2026-11-11');
});

test('days outside the limits can be neither clicked nor reached by keys', async () => {
  const { person } = draw(<Form start="2026-11-11" min="2026-11-10" max="2026-11-12" />);
  await person.click(screen.getByRole('button', { name: 'Open the calendar: Last day' }));
  expect(await screen.findByRole('button', { name: 'Mon 9 Nov 2026' })).toHaveProperty('disabled', true);
  await person.keyboard('{PageDown}');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Thu 12 Nov 2026');
  await person.click(screen.getByRole('button', { name: 'Next month' }));
  expect(screen.getByRole('grid', { name: 'December 2026' })).toBeDefined();
});
