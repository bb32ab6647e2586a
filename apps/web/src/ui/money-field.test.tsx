// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MoneyField, shillingsTyped } from './money-field.tsx';
import { draw } from './testing/dom.tsx';

test.each([
  ['5000', 5000],
  ['5,000', 5000],
  [' KES 1 200 ', 1200],
  ['250.00', 250],
  ['10,000/=', 10_000],
  ['10000/-', 10_000],
  ['ksh 500', 500],
  ['Kes.500', 500],
  ['Kshs. 1,500/=', 1_500],
  ['500 bob', 500],
  ['5k', 5_000],
  ['2.5K', 2_500],
  ['1.25k', 1_250],
])('%s is understood', (typed, expected) => {
  expect(shillingsTyped(typed)).toBe(expected);
});

test.each(['', 'k', '/=', '5kk', '2.5555k', 'abc', '-5', '10.50', '1e3', '0x10', '5 000 000 or so'])(
  '%s is no amount',
  (typed) => {
    expect(shillingsTyped(typed)).toBeNaN();
  },
);

function Amount() {
  const [typed, setTyped] = useState('');
  return <MoneyField label="Amount" value={typed} onChange={(event) => setTyped(event.target.value)} />;
}

test('separators come and go while a figure is typed, and the caret stays between the same digits', async () => {
  const { person } = draw(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await person.type(field, '12500');
  expect(field.value).toBe('12,500');
  await person.keyboard('{Backspace}{Backspace}');
  expect(field.value).toBe('125');
  await person.type(field, '000');
  expect(field.value).toBe('125,000');
  // Before the first of the zeros.
  await person.type(field, '9', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(field.value).toBe('1,259,000');
  expect(field.selectionStart).toBe(6);
});

test('deleting at a separator takes the digit beside it', async () => {
  const { person } = draw(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await person.type(field, '12345');
  const at = (caret: number) => field.setSelectionRange(caret, caret);
  at(3);
  await person.keyboard('{Backspace}');
  expect([field.value, field.selectionStart]).toEqual(['1,345', 2]);
  at(1);
  await person.keyboard('{Delete}');
  expect([field.value, field.selectionStart]).toEqual(['145', 1]);
  await person.clear(field);
  await person.click(field);
  await person.paste('10,000/=');
  expect(field.value).toBe('10,000/=');
  await person.keyboard('{Backspace}{Backspace}0');
  expect(field.value).toBe('100,000');
});

test('what is no plain figure stays as it is typed', async () => {
  const { person } = draw(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await person.type(field, '10000/=');
  expect(field.value).toBe('10,000/=');
  await person.clear(field);
  await person.type(field, '2.5k');
  expect(field.value).toBe('2.5k');
});
