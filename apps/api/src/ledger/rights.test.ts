import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { createTestLedger } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

const home = randomUUID();
const purse = `purse:${home}`;
const posted = randomUUID();
let ledger: TestLedger;
let app: pg.Client;

beforeAll(async () => {
  ledger = await createTestLedger();
  app = new pg.Client({ connectionString: ledger.appUrl });
  await app.connect();
  await post({ ids: [posted], debits: ['vault'], credits: [purse], amounts: [1000] });
});
afterAll(async () => {
  await app.end();
  await ledger.close();
});

const tables = ['account_kinds', 'transfers', 'strict_balances', 'lazy_balances', 'lazy_deltas'];

describe('the application’s database role, with hand-written SQL,', () => {
  const FORBIDDEN = [
    ...tables.flatMap((table) => [
      `INSERT INTO ledger.${table} DEFAULT VALUES`,
      `DELETE FROM ledger.${table}`,
      `TRUNCATE ledger.${table} CASCADE`,
      `ALTER TABLE ledger.${table} DISABLE TRIGGER ALL`,
      `DROP TABLE ledger.${table}`,
      `SELECT * FROM ledger.${table} FOR UPDATE`,
    ]),
    'UPDATE ledger.transfers SET amount_cents = 1',
    'UPDATE ledger.strict_balances SET balance_cents = balance_cents + 1',
    'UPDATE ledger.lazy_balances SET balance_cents = 0',
    'UPDATE ledger.lazy_deltas SET change_cents = 5',
    "UPDATE ledger.account_kinds SET is_checked = false, mode = 'lazy'",
    'CREATE TABLE ledger.mine (x int)',
    'DROP SCHEMA ledger CASCADE',
    'ALTER FUNCTION ledger.fold() SECURITY INVOKER',
    'CREATE OR REPLACE FUNCTION ledger.kind_of(account text) RETURNS text LANGUAGE sql AS $$ SELECT $1 $$',
    "SELECT ledger.fold_into('{}')",
    "SELECT ledger.lock_checked('{}')",
    `SET ROLE ${new URL(inject('postgres').ownerUrl).username}`,
  ];

  test('may read the ledger’s tables, but change no balance, table or function, nor assume another role', async () => {
    for (const table of tables) await app.query(`SELECT * FROM ledger.${table} LIMIT 1`);
    await everyRow(FORBIDDEN, String, (statement) =>
      expect(app.query(statement)).rejects.toMatchObject({ code: '42501' }),
    );
  });

  test('cannot make a strict account go below zero, not even between two transfers of one group', async () => {
    const short = { outcome: 'insufficient', account: purse, available_cents: '1000' };
    expect(await post({ debits: [purse], credits: ['bridge'], amounts: [1001] })).toMatchObject([short]);
    expect(
      await post({ debits: [purse, 'vault'], credits: ['bridge', purse], amounts: [1500, 2000] }),
    ).toMatchObject([short]);
  });

  test('cannot make a checked lazy account go below zero', async () => {
    const shop = `shop:${randomUUID()}`;
    const spend = (cents: number) => post({ debits: [shop], credits: ['bridge'], amounts: [cents] });
    expect(await spend(1)).toMatchObject([{ outcome: 'insufficient' }]);
    await post({ debits: ['bridge'], credits: [shop], amounts: [10] });
    expect(await spend(11)).toMatchObject([{ outcome: 'insufficient', available_cents: '10' }]);
    expect(await spend(10)).toMatchObject([{ outcome: 'posted' }]);
  });

  test('cannot spend from an account that was never opened', async () => {
    expect(await post({ debits: [`locker:${randomUUID()}`], credits: [purse], amounts: [1] })).toMatchObject([
      { outcome: 'insufficient', available_cents: '0' },
    ]);
  });

  const NO_TRANSFERS: [string, Partial<Arguments>, string][] = [
    ['the amount of a transfer before the first', { amounts: [0] }, '22023'],
    ['an amount below zero', { amounts: [-5] }, '23514'],
    [
      'an amount below zero the other way round',
      { debits: [purse], credits: ['vault'], amounts: [-5] },
      '23514',
    ],
    ['the whole balance of an account that is not locked', { amounts: [null] }, '22023'],
    ['an amount beyond reason', { amounts: ['9000000000000000000'] }, '23514'],
    ['one account on both sides', { debits: ['bridge'], credits: ['bridge'] }, '23514'],
    ['one strict account on both sides', { debits: [purse], credits: [purse] }, '23514'],
    ['no debit account', { debits: [null] }, '22023'],
    ['no credit account', { credits: [null] }, '22023'],
    ['an account of no kind', { credits: ['unknown'] }, '22023'],
    ['a member of a kind that has none', { credits: [`vault:${randomUUID()}`] }, '22023'],
    ['a kind that has members', { credits: ['locker'] }, '22023'],
    ['a purse on another home', { homes: [randomUUID()] }, '22023'],
    ['no home', { homes: [null] }, '22023'],
    ['no id', { ids: [null] }, '23502'],
    ['no kind', { kinds: [null] }, '23502'],
    ['an endless kind', { kinds: ['x'.repeat(65)] }, '23514'],
    [
      'a member that is no uuid',
      { credits: [`locker:${'z'.repeat(8)}-0000-4000-8000-000000000000`] },
      '22P02',
    ],
    ['an empty reference', { refs: [''] }, '23514'],
    ['more amounts than transfers', { amounts: [1, 2] }, '22023'],
    ['fewer amounts than transfers', { amounts: [] }, '22023'],
    ['more debits than transfers', { debits: ['vault', 'vault'] }, '22023'],
    ['a second home without a transfer', { homes: [home, home] }, '22023'],
    [
      'accounts that do not line up',
      { homes: [home, home], debits: ['vault'], credits: ['bridge', 'vault', purse] },
      '22023',
    ],
    [
      'the same id twice in one call',
      {
        ids: [randomUUID()].flatMap((id) => [id, id]),
        debits: ['vault', 'vault'],
        credits: [purse, purse],
        amounts: [1, 1],
      },
      '40001',
    ],
    ['no arrays at all', { homes: null, debits: null, credits: null }, '22023'],
  ];

  test('cannot post malformed transfers', async () => {
    const nameOf = ([name]: [string, ...unknown[]]) => name;
    await everyRow(NO_TRANSFERS, nameOf, ([, change, sqlState]) =>
      expect(post(change)).rejects.toMatchObject({ code: sqlState }),
    );
  });

  test('gets owner rights only in functions with a fixed search path of system schemas', async () => {
    const { rows } = await app.query<{ name: string; isPinned: boolean }>(`
      SELECT proname AS name, 'search_path=pg_catalog, pg_temp' = ANY (proconfig) AS "isPinned"
      FROM pg_proc WHERE pronamespace = 'ledger'::regnamespace AND prosecdef ORDER BY proname`);
    const names = ['fold', 'lock_accounts', 'lock_balances', 'lock_strict', 'post'];
    expect(rows).toEqual(names.map((name) => ({ name, isPinned: true })));
  });
});

test('not even the owner of the tables can change or delete a transfer', async () => {
  const owner = new pg.Client({ connectionString: ledger.ownerUrl });
  await owner.connect();
  for (const statement of [
    'UPDATE ledger.transfers SET amount_cents = 1',
    'DELETE FROM ledger.transfers',
    'TRUNCATE ledger.transfers',
  ]) {
    await expect(owner.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
  await owner.end();
});

type Arguments = {
  homes: (string | null)[] | null;
  ids: (string | null)[] | null;
  debits: (string | null)[] | null;
  credits: (string | null)[] | null;
  amounts: (number | string | null)[] | null;
  kinds: (string | null)[] | null;
  refs: (string | null)[] | null;
};

/** Calls `ledger.post` for one valid group, with these changes. */
async function post(change: Partial<Arguments>) {
  const size = change.amounts?.length === 2 && change.debits?.length === 2 ? 2 : 1;
  const right: Arguments = {
    homes: Array.from({ length: size }, () => home),
    ids: Array.from({ length: size }, () => randomUUID()),
    debits: ['vault'],
    credits: [purse],
    amounts: [1],
    kinds: Array.from({ length: size }, () => 'test'),
    refs: Array.from({ length: size }, () => null),
  };
  const { homes, ids, debits, credits, amounts, kinds, refs } = { ...right, ...change };
  const groups = Array.from({ length: size }, () => 0);
  const { rows } = await app.query<object>(
    'SELECT * FROM ledger.post($1::integer[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[])',
    [groups, homes, ids, debits, credits, amounts, kinds, refs],
  );
  return rows;
}
