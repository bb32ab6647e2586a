import { expect, test } from 'vitest';
import { findDatabaseProblems } from './check-database.ts';

const SUM = 'create or replace function sum_of(a int) returns int language sql as $$ select a $$;\n';

test('reports an SQL function that two files define, and unused database objects', () => {
  const sql = new Map([
    ['a/sums.sql', `-- Sums.\n${SUM}`],
    ['b/sums.sql', `${SUM}create or replace function lonely() returns int language sql as $$ select 1 $$;\n`],
    ['b/tables.sql', 'create table read_here (id int);\ncreate table read_nowhere (id int);\n'],
    [
      'b/rights.sql',
      '-- lonely and read_nowhere\ngrant select on read_nowhere to zawadi_app;\ngrant execute on function lonely to x;',
    ],
  ]);
  const programs = new Map([['a.ts', 'sql`select sum_of(id) from read_here`']]);
  expect(findDatabaseProblems(sql, programs, '0.1.0')).toEqual([
    'sum_of is defined in a/sums.sql and b/sums.sql.',
    'lonely is in the schema, and nothing uses it.',
    'read_nowhere is in the schema, and nothing uses it.',
  ]);
});

test('accepts an older signature of an SQL function until the version in its comment is reached', () => {
  const sql = new Map([
    [
      'a/sums.sql',
      `${SUM}\n-- until 0.2: called by processes of 0.1.\n${SUM.replace('a int', 'a int, b int')}`,
    ],
  ]);
  const programs = new Map([['a.ts', 'sum_of(1)']]);
  expect(findDatabaseProblems(sql, programs, '0.1.9')).toEqual([]);
  expect(findDatabaseProblems(sql, programs, '0.10.0')).toEqual([
    'a/sums.sql: sum_of was to stay until 0.2, and this is 0.10.0.',
  ]);
});
