import { expect, test } from 'vitest';
import { findNameMismatches, isScreenOf } from './check-names.ts';
import { tableProblems } from './check-table-names.ts';

test('contract, API, URL, web, tables and READMEs agree on the name of every feature', async () => {
  expect(await findNameMismatches()).toEqual([]);
});

const tables = [
  { name: 'refunds', folder: 'payments' },
  { name: 'refund_states', folder: 'payments' },
  { name: 'outbox', folder: 'platform' },
];
const owners = new Map([
  ['refunds', ['refunds']],
  ['refund_states', ['refunds']],
]);

test('accepts a table whose name begins with the name of its feature, in singular or plural', () => {
  expect(tableProblems({ tables, owners, otherNames: {} })).toEqual([]);
});

test.each([
  ['in no row of a README of features', { tables: [...tables, { name: 'claims', folder: 'vouchers' }] }],
  ['owned by refunds and payments', { owners: new Map([...owners, ['refunds', ['refunds', 'payments']]]) }],
  ['not called after payments, which owns it', { owners: new Map([...owners, ['refunds', ['payments']]]) }],
  ['in a README of features only', { owners: new Map([...owners, ['refund_ways', ['refunds']]]) }],
  ['needs no exception', { otherNames: { refunds: 'It is called after its feature.' } }],
  ['needs no exception', { otherNames: { claims: 'There is none.' } }],
])('reports a table: %s', (problem, differing) => {
  expect(tableProblems({ tables, owners, otherNames: {}, ...differing })).toEqual([
    expect.stringContaining(problem),
  ]);
});

test('accepts a table with another name if the list of exceptions has it', () => {
  const renamed = new Map([...owners, ['refunds', ['payments']]]);
  expect(tableProblems({ tables, owners: renamed, otherNames: { refunds: 'Because.' } })).toEqual([]);
});

test('assigns a web folder to the feature with the longest matching name', () => {
  const features = new Map(
    ['vouchers', 'voucher-actions', 'admin-users', 'users', 'merchant-api'].map((it) => [it, '']),
  );
  expect(isScreenOf('voucher-page', 'vouchers', features)).toBe(true);
  expect(isScreenOf('voucher-actions', 'vouchers', features)).toBe(false);
  expect(isScreenOf('voucher-actions', 'voucher-actions', features)).toBe(true);
  expect(isScreenOf('users', 'admin-users', features)).toBe(true);
  expect(isScreenOf('api', 'merchant-api', features)).toBe(true);
  expect(isScreenOf('dashboard', 'users', features)).toBe(false);
});
