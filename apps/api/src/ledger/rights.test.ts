import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cellOf, isSpread } from '../platform/db/cells.ts';
import { everyRow } from '../testing/every-row.ts';
import { createTestLedger, newHomeBeside } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

const home = randomUUID();
const purse = `purse:${home}`;
const posted = randomUUID();
let ledger: TestLedger;
let app: pg.Client;
/** Of the home, where a call is for one cell. */
let cell: number | null;

beforeAll(async () => {
  ledger = await createTestLedger();
  cell = (await isSpread(ledger.db)) ? cellOf(home) : null;
  app = new pg.Client({ connectionString: ledger.appUrl });
  await app.connect();
  await lock([home], ['vault'], [purse]);
  await apply({ ids: [posted], debits: ['vault'], credits: [purse], amounts: [1000] });
});
afterAll(async () => {
  await app.end();
  await ledger.close();
});

const tables = ['account_kinds', 'transfers', 'strict_balances', 'lazy_balances', 'lazy_deltas'];

describe('the application, writing SQL by hand,', () => {
  const FORBIDDEN = [
    ...tables.flatMap((table) => [
      `INSERT INTO ledger.${table} DEFAULT VALUES`,
      `DELETE FROM ledger.${table}`,
      `TRUNCATE ledger.${table} CASCADE`,
      `ALTER TABLE ledger.${table} DISABLE TRIGGER ALL`,
      `DROP TABLE ledger.${table}`,
      `SELECT * FROM ledger.${table} ${table === 'account_kinds' ? '' : 'WHERE cell = 1'} FOR UPDATE`,
    ]),
    'UPDATE ledger.transfers SET amount_cents = 1',
    'UPDATE ledger.strict_balances SET balance_cents = balance_cents + 1',
    'UPDATE ledger.lazy_balances SET balance_cents = 0',
    'UPDATE ledger.lazy_deltas SET change_cents = 5',
    "UPDATE ledger.account_kinds SET is_checked = false, mode = 'lazy'",
    'CREATE TABLE ledger.mine (x int)',
    'DROP SCHEMA ledger CASCADE',
    'ALTER FUNCTION ledger.fold(smallint) SECURITY INVOKER',
    'CREATE OR REPLACE FUNCTION ledger.kind_of(account text) RETURNS text LANGUAGE sql AS $$ SELECT $1 $$',
    "SELECT ledger.change_balances(NULL, '{}')",
    "SELECT ledger.fold_into(NULL, '{}', '{}')",
    "SELECT ledger.change_strict_balance(gen_random_uuid(), 'purse', 1)",
    "SELECT ledger.lock_strict_balances(NULL, '{}', false)",
    "SELECT ledger.lock_checked_balances(NULL, '{}', false)",
    `SET ROLE ${new URL(inject('postgres').ownerUrl).username}`,
  ];

  test('may read its tables, but change no balance, table or function, nor be another role', async () => {
    for (const table of tables) await app.query(`SELECT * FROM ledger.${table} LIMIT 1`);
    await everyRow(FORBIDDEN, String, (statement) =>
      expect(app.query(statement)).rejects.toMatchObject({ code: '42501' }),
    );
  });

  test('cannot make a strict account go below zero, not even between two transfers of one call', async () => {
    await expect(apply({ debits: [purse], credits: ['bridge'], amounts: [1001] })).rejects.toMatchObject({
      code: '23514',
    });
    await expect(
      apply({ debits: [purse, 'vault'], credits: ['bridge', purse], amounts: [1500, 2000] }),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('cannot spend what a home has not, twice in one call, nor between other kinds of accounts', async (context) => {
    const isDistributed = process.env['ZAWADI_CITUS_NODES'] !== undefined;
    context.skip(isDistributed, 'A distributed database is never asked to spend in one call.');
    const spend = (change: { amounts?: number[]; ids?: string[]; kinds?: [string, string] }) => {
      const { amounts = [10], kinds = ['purse', 'shop'], ids = amounts.map(() => randomUUID()) } = change;
      const same = (one: string) => amounts.map(() => one);
      return app.query('SELECT ledger.spend($1, $2, $3, $4, $5, $6, $7)', [
        ...kinds,
        'spent',
        same(home),
        ids,
        same(newHomeBeside(purse)),
        amounts,
      ]);
    };
    await spend({});
    const refused: [Parameters<typeof spend>[0], string][] = [
      [{ amounts: [1001] }, '23514'],
      [{ amounts: [-5] }, '23514'],
      [{ amounts: [0] }, '23514'],
      [{ amounts: [1, 1] }, '40001'],
      [{ ids: [posted] }, '40001'],
      [{ kinds: ['shop', 'purse'] }, '22023'],
      [{ kinds: ['purse', 'bridge'] }, '22023'],
      [{ kinds: ['purse', 'purse'] }, '22023'],
    ];
    for (const [change, code] of refused) await expect(spend(change)).rejects.toMatchObject({ code });
    const { rows } = await app.query(
      'SELECT balance_cents::int FROM ledger.strict_balances WHERE account = $1',
      [purse],
    );
    expect(rows).toEqual([{ balance_cents: 990 }]);
  });

  test('cannot make a checked lazy account go below zero', async () => {
    const shop = `shop:${newHomeBeside(purse)}`;
    await expect(apply({ debits: [shop], credits: ['bridge'], amounts: [1] })).rejects.toMatchObject({
      code: '23514',
    });
    await apply({ debits: ['bridge'], credits: [shop], amounts: [10] });
    await lock([home], [shop], ['bridge']);
    await expect(apply({ debits: [shop], credits: ['bridge'], amounts: [11] })).rejects.toMatchObject({
      code: '23514',
    });
    await apply({ debits: [shop], credits: ['bridge'], amounts: [10] });
  });

  test('cannot post to an account that was never opened', async () => {
    await expect(
      apply({ debits: [`locker:${randomUUID()}`], credits: [purse], amounts: [1] }),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(
      apply({ debits: ['vault'], credits: [`locker:${randomUUID()}`], amounts: [1] }),
    ).rejects.toMatchObject({ code: '23514' });
  });

  const NO_TRANSFERS: [string, Partial<Arguments>, string][] = [
    ['an amount of nothing', { amounts: [0] }, '23514'],
    ['an amount below zero', { amounts: [-5] }, '23514'],
    [
      'an amount below zero the other way round',
      { debits: [purse], credits: ['vault'], amounts: [-5] },
      '23514',
    ],
    ['no amount', { amounts: [null] }, '23502'],
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
    ['fewer amounts than transfers', { amounts: [] }, '23502'],
    ['more debits than transfers', { debits: ['vault', 'vault'] }, '22023'],
    ['a second home without a transfer', { homes: [home, home] }, '22023'],
    [
      'accounts that do not line up',
      { homes: [home, home], debits: ['vault'], credits: ['bridge', 'vault', purse] },
      '22023',
    ],
    ['an id that was posted before', { ids: [posted] }, '40001'],
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

  test('cannot post what is no transfer', async () => {
    const nameOf = ([name]: [string, ...unknown[]]) => name;
    await everyRow(NO_TRANSFERS, nameOf, ([, change, sqlState]) =>
      expect(apply(change)).rejects.toMatchObject({ code: sqlState }),
    );
  });

  test('finds every function with the owner rights pinned to the system schema', async () => {
    const { rows } = await app.query<{ name: string; isPinned: boolean }>(`
      SELECT proname AS name, 'search_path=pg_catalog, pg_temp' = ANY (proconfig) AS "isPinned"
      FROM pg_proc WHERE pronamespace = 'ledger'::regnamespace AND prosecdef ORDER BY proname`);
    const names = [
      'apply_transfers',
      'fold',
      'gather',
      'lock_balances',
      'lock_one',
      'lock_strict',
      'lock_transfers',
      'post_batch',
      'post_group',
      'post_one',
      'spend',
      'spend_one',
    ];
    expect(rows).toEqual(names.map((name) => ({ name, isPinned: true })));
  });
});

test('not even the owner changes or deletes a transfer', async () => {
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

/** A call that is right in everything but what is given. */
async function apply(change: Partial<Arguments>) {
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
  return app.query(
    'SELECT ledger.apply_transfers($1::smallint, $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[])',
    [cell, homes, ids, debits, credits, amounts, kinds, refs],
  );
}

async function lock(homes: string[], debits: string[], credits: string[]) {
  return app.query(
    'SELECT ledger.lock_transfers($1::smallint, $2::uuid[], $3::uuid[], $4::text[], $5::text[], false)',
    [cell, homes, homes.map(() => randomUUID()), debits, credits],
  );
}
