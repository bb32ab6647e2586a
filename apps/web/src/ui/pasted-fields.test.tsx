// @vitest-environment happy-dom
import { pasted, pastedAmounts, type PastedKind } from '@zawadi/contract/pasted-corpus';
import { email, msisdn } from '@zawadi/contract/text';
import { cleanup, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { EMPTY_BOXES } from './code-boxes.ts';
import { CodeField } from './code-field.tsx';
import { DigitBoxes } from './digit-boxes.tsx';
import { PhoneField, TextField } from './field.tsx';
import { MoneyField } from './money-field.tsx';
import { shillingsTyped } from './shillings-typed.ts';
import { draw } from './testing/dom.tsx';
import { VoucherCodeField } from './voucher-code-field.tsx';

function Digits() {
  const [digits, setDigits] = useState('');
  return <DigitBoxes label="Field" value={digits} onDigits={setDigits} />;
}

function VoucherCode() {
  const [boxes, setBoxes] = useState(EMPTY_BOXES);
  return <VoucherCodeField label="Code" boxes={boxes} onBoxes={setBoxes} />;
}

/** Pastes a text into the first box of a field, and returns the content of all boxes. */
async function heldAfter(field: ReactElement, text: string): Promise<string> {
  const { person } = draw(field);
  const inputs = screen.getAllByRole<HTMLInputElement>('textbox');
  await person.click(inputs[0] ?? document.body);
  await person.paste(text);
  const held = inputs.map(({ value }) => value).join('');
  cleanup();
  return held;
}

async function misread({ honest }: PastedKind, read: (typed: string) => Promise<unknown>) {
  const wrong: string[] = [];
  for (const { from, typed, read: wanted } of honest) {
    const found = await read(typed);
    if (found !== wanted) wrong.push(`${from} (${JSON.stringify(typed)}): ${JSON.stringify(found)}`);
  }
  return wrong;
}

test('an amount field parses pasted text, and never guesses a fraction', async () => {
  const wrong: string[] = [];
  for (const typed of pastedAmounts.honest) {
    const found = shillingsTyped(await heldAfter(<MoneyField label="Field" />, typed));
    if (found !== pastedAmounts.read) wrong.push(`${JSON.stringify(typed)}: ${found}`);
  }
  for (const typed of pastedAmounts.others) {
    const found = shillingsTyped(await heldAfter(<MoneyField label="Field" />, typed));
    if (!Number.isNaN(found)) wrong.push(`${JSON.stringify(typed)}: ${found}`);
  }
  expect(wrong).toEqual([]);
});

test('phone and email fields keep pasted text, which the contract can parse', async () => {
  const phone = async (typed: string) =>
    msisdn.safeParse(await heldAfter(<PhoneField label="Field" />, typed)).data;
  expect(await misread(pasted.phone, phone)).toEqual([]);
  const address = async (typed: string) =>
    email.safeParse(await heldAfter(<TextField label="Field" type="email" />, typed)).data;
  expect(await misread(pasted.email, address)).toEqual([]);
});

test('a code field fills all boxes from pasted text', async () => {
  const boxes = async (typed: string) => heldAfter(<VoucherCode />, typed);
  expect(await misread(pasted.voucherCode, boxes)).toEqual([]);
  expect(
    await misread(pasted.oneTimeCode, async (typed) => heldAfter(<CodeField label="Field" />, typed)),
  ).toEqual([]);
  expect(await misread(pasted.oneTimeCode, async (typed) => heldAfter(<Digits />, typed))).toEqual([]);
});
