// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MoneyField } from './money-field.tsx';
import { shillingsTyped } from './shillings-typed.ts';
import { draw } from './testing/dom.tsx';

test('parses an amount in every usual format', () => {
  for (const [typed, expected] of [
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
    ['KES 2,000', 2_000],
    ['KES\u00a02,000.00', 2_000],
    ['2,000/=', 2_000],
    ['2 000', 2_000],
    ['\u202aKsh\u202f2\u202f000\u202c', 2_000],
    ['\uff12\uff10\uff10\uff10', 2_000],
    ['٢٠٠٠', 2_000],
  ] as const)
    expect.soft(shillingsTyped(typed), typed).toBe(expected);
});

test('rejects an ambiguous amount', () => {
  for (const typed of [
    '',
    'k',
    '/=',
    '5kk',
    '2.5555k',
    'abc',
    '-5',
    '10.50',
    '1e3',
    '0x10',
    '5 000 000 or so',
    '10,50',
    '10,5',
    '2.000',
    '2,00',
    '1,2345',
    '20 5',
    '2000-3000',
    '10½',
  ])
    expect.soft(shillingsTyped(typed), `“${typed}”`).toBeNaN();
});

function Amount() {
  const [typed, setTyped] = useState('');
  return <MoneyField label="Amount" value={typed} onChange={(event) => setTyped(event.target.value)} />;
}

test('adds separators while an amount is typed, and keeps the caret between the same digits', async () => {
  const { person } = draw(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await person.type(field, '12500');
  expect(field.value).toBe('12,500');
  await person.keyboard('{Backspace}{Backspace}');
  expect(field.value).toBe('125');
  await person.type(field, '000');
  expect(field.value).toBe('125,000');
  // The caret is before the first zero.
  await person.type(field, '9', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(field.value).toBe('1,259,000');
  expect(field.selectionStart).toBe(6);
});

test('deleting a separator deletes the digit next to it', async () => {
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
  expect(field.value).toBe('10,000');
  await person.keyboard('0');
  expect(field.value).toBe('100,000');
});

test('leaves text unchanged that is not a plain number', async () => {
  const { person } = draw(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await person.type(field, '10000/=');
  expect(field.value).toBe('10,000/=');
  await person.clear(field);
  await person.type(field, '2.5k');
  expect(field.value).toBe('2.5k');
});

test('shows the currency once, even if it is typed or pasted', async () => {
  const { person } = draw(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await person.type(field, 'KES 2000');
  expect(field.value).toBe('2,000');
  for (const pasted of ['KES 2,000', 'Ksh 2000', '2 000', '\u202aKES\u00a02,000.00\u202c']) {
    await person.clear(field);
    await person.click(field);
    await person.paste(pasted);
    expect(field.value, pasted).toBe('2,000');
  }
});

test('leaves a fraction as typed, and never reads it as a larger amount', async () => {
  const { person } = draw(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  for (const fraction of ['10,50', '10.50', '1,000.5']) {
    await person.clear(field);
    await person.type(field, fraction);
    expect(field.value).toBe(fraction);
    await person.clear(field);
    await person.click(field);
    await person.paste(fraction);
    expect(field.value).toBe(fraction);
    expect(shillingsTyped(field.value)).toBeNaN();
  }
  await person.clear(field);
  await person.type(field, '5,0000');
  expect(field.value).toBe('50,000');
});
