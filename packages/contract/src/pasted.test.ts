import { pasted, type PastedKind } from './pasted-corpus.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';
import { parseVoucherCode, voucherCodeWithin } from './voucher-code.ts';

type Field = { name: string; schema: z.ZodType };

/** Every field in the body, query or path of a request, at any depth. */
const fields: Field[] = contract.endpointsIn(contract).flatMap((endpoint) => {
  if (endpoint.audience === 'provider') return [];
  const parts = { body: endpoint.body, query: endpoint.query, params: endpoint.params };
  return Object.entries(parts).flatMap(([part, schema]) =>
    schema === undefined ? [] : fieldsIn(schema, `${endpoint.method} ${endpoint.path} ${part}`),
  );
});

function fieldsIn(schema: z.ZodType, name: string): Field[] {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = schema.shape;
    return Object.entries(shape).flatMap(([key, field]) => fieldsIn(field, `${name}.${key}`));
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodType[];
    const inside = options.flatMap((option, n) => fieldsIn(option, `${name}|${n}`));
    return [{ name, schema }, ...inside.filter((field) => field.schema !== schema)];
  }
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element as z.ZodType, `${name}[]`);
  if (schema instanceof z.ZodRecord) return fieldsIn(schema.valueType as z.ZodType, `${name}{}`);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return fieldsIn(schema.unwrap() as z.ZodType, name);
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject) return fieldsIn(schema.in, name);
  return [{ name, schema }];
}

const readBy = ({ schema }: Field, typed: string): unknown => schema.safeParse(typed).data;

/**
 * Returns the fields that read a kind's plain value correctly. New fields of the kind are thus included automatically.
 */
function fieldsOf({ plain, read }: PastedKind): Field[] {
  return fields.filter((field) => readBy(field, plain) === read);
}

function misreadBy(found: readonly Field[], { honest }: PastedKind): string[] {
  return found.flatMap((field) =>
    honest
      .filter(({ typed, read }) => readBy(field, typed) !== read)
      .map(({ from, typed }) => `${field.name}: ${from} (${JSON.stringify(typed)})`),
  );
}

function takenBy(found: readonly Field[], { others }: PastedKind): string[] {
  return found.flatMap((field) =>
    others
      .filter((typed) => field.schema.safeParse(typed).success)
      // Ignores values that become empty: some fields may be empty.
      .filter((typed) => readBy(field, typed) !== '')
      .map((typed) => `${field.name}: ${JSON.stringify(typed)}`),
  );
}

const called = (field: Field, words: RegExp) => words.test(field.name.slice(field.name.lastIndexOf('.') + 1));

test('A17 every phone field reads pasted phone numbers, and refuses other numbers', () => {
  const phones = fieldsOf(pasted.phone);
  expect(phones.length).toBeGreaterThan(15);
  expect(misreadBy(phones, pasted.phone)).toEqual([]);
  const isAlsoName = ({ schema }: Field) => schema.safeParse('amina@zawadi.test').success;
  expect(
    takenBy(
      phones.filter((field) => !isAlsoName(field)),
      pasted.phone,
    ),
  ).toEqual([]);
  const calledPhone = fields.filter((field) => called(field, /^(?!pending).*(?:phone|msisdn|partyA)/iu));
  expect(calledPhone.filter((field) => !phones.includes(field)).map(({ name }) => name)).toEqual([]);
});

test('A29 every email field reads pasted email addresses, and refuses two addresses at once', () => {
  const emails = fieldsOf(pasted.email);
  expect(emails.length).toBeGreaterThan(15);
  expect(misreadBy(emails, pasted.email)).toEqual([]);
  expect(takenBy(emails, pasted.email)).toEqual([]);
  const calledEmail = fields.filter((field) => called(field, /^(?!pending).*email(?!Alerts)/iu));
  expect(calledEmail.filter((field) => !emails.includes(field)).map(({ name }) => name)).toEqual([]);
});

test('every field for a voucher code reads pasted codes, alone or within a whole message', () => {
  const codes = fieldsOf(pasted.voucherCode);
  expect(codes.length).toBeGreaterThan(1);
  expect(misreadBy(codes, pasted.voucherCode)).toEqual([]);
  expect(takenBy(codes, pasted.voucherCode)).toEqual([]);
  const { honest, others } = pasted.voucherCode;
  const within = (typed: string) =>
    voucherCodeWithin(`Amina sent you KES 950. Code ${typed}, or see zawadi.test`);
  expect(honest.filter(({ typed, read }) => parseVoucherCode(typed) !== read)).toEqual([]);
  expect(honest.filter(({ typed, read }) => within(typed) !== read)).toEqual([]);
  expect(others.filter((typed) => parseVoucherCode(typed) !== undefined)).toEqual([]);
});

test('every field for a one-time code reads pasted codes', () => {
  const codes = fieldsOf(pasted.oneTimeCode).filter((field) => called(field, /otp/iu));
  expect(codes.length).toBeGreaterThan(8);
  expect(misreadBy(codes, pasted.oneTimeCode)).toEqual([]);
  expect(takenBy(codes, pasted.oneTimeCode)).toEqual([]);
});

test('every field for a merchant code, receipt or reference reads pasted values', () => {
  const codes = fieldsOf(pasted.merchantCode);
  expect(codes.length).toBeGreaterThan(5);
  expect(misreadBy(codes, pasted.merchantCode)).toEqual([]);
});

test('A16 every text field removes invisible marks around a line, and refuses invisible marks within it', () => {
  const words = fieldsOf(pasted.words);
  expect(words.length).toBeGreaterThan(40);
  expect(misreadBy(words, pasted.words)).toEqual([]);
});

test('every field for a link reads pasted links', () => {
  const links = fieldsOf(pasted.link).filter((field) => called(field, /link|url/iu));
  expect(links.length).toBeGreaterThan(1);
  expect(misreadBy(links, pasted.link)).toEqual([]);
  expect(takenBy(links, pasted.link)).toEqual([]);
});

test('no pasted value of any kind makes a field throw', () => {
  const all = Object.values<PastedKind>(pasted).flatMap(({ honest, others }) => [
    ...honest.map(({ typed }) => typed),
    ...others,
  ]);
  expect(() => fields.forEach(({ schema }) => all.map((typed) => schema.safeParse(typed)))).not.toThrow();
});
