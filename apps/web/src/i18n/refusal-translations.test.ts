import * as contract from '@zawadi/contract';
import { endpointsIn } from '@zawadi/contract/endpoint';
import { refusals as english } from '@zawadi/contract/refusals';
import { afterEach, expect, test } from 'vitest';
import { CallRefused } from '../api/call-errors.ts';
import { load, need } from './catalogue.ts';
import { words as claim } from './sw/claim.ts';
import { words as door } from './sw/door.ts';
import { words as house } from './sw/house.ts';
import { refusals } from './sw/refusals.ts';
import { words as shop } from './sw/shop.ts';

afterEach(async () => load('en'));

type Schema = { _zod?: { def: Record<string, unknown> } };
const NESTED = ['innerType', 'element', 'in', 'out', 'left', 'right', 'keyType', 'valueType'];

/** Returns the error sentences in a schema, at any depth. */
function sentencesIn(schema: unknown): string[] {
  const def = (schema as Schema | undefined)?._zod?.def;
  if (def === undefined) return [];
  const { error, checks, options, items, shape } = def;
  const parts = [...NESTED.map((name) => def[name]), options, items, Object.values(shape ?? {})].flat();
  const own = [error, ...listed(checks).map((check) => (check as Schema)._zod?.def['error'])];
  return [...own.flatMap(sentenceBy), ...parts.flatMap(sentencesIn)];
}

function sentenceBy(error: unknown): string[] {
  const said: unknown = typeof error === 'function' ? error({ input: undefined, path: [] }) : undefined;
  return typeof said === 'string' ? [said] : [];
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

test('translates every field problem of the API calls that consumers and shops make', () => {
  const known = new Set(Object.keys({ ...door, ...house, ...claim, ...shop }));
  const said = endpointsIn(contract)
    .filter(({ audience }) => audience !== 'admin' && audience !== 'machine')
    .flatMap(({ path, body }) => sentencesIn(body).map((sentence) => ({ path, sentence })));
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter(({ sentence }) => !known.has(sentence))).toEqual([]);
});

test('translates a field’s sentence that repeats the sentence of its refusal', async () => {
  await load('sw');
  await need('refusals');
  const { message } = english.password_common;
  const fields = [{ path: 'body.password', message }];
  const refused = new CallRefused(422, { code: 'password_common', customerMessage: message, fields });
  expect(refused.fields).toEqual([{ path: 'body.password', message: refusals.password_common }]);

  // In a `validation_failed`, the field's sentence is more precise than the sentence of the code.
  const typed = { code: 'validation_failed', customerMessage: 'Please enter a name' };
  const one = new CallRefused(422, { ...typed, fields: [{ path: 'name', message: 'Please enter a name' }] });
  expect(one.fields).toEqual([{ path: 'name', message: 'Please enter a name' }]);
});
