import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let owner: Client;
let app: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  app = new Client({ connectionString: database.appUrl });
  await Promise.all([owner.connect(), app.connect()]);
});

afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  await database.drop();
});

test.each([
  'update purchases set amount_cents = 1',
  'update purchases set buyer_id = gen_random_uuid()',
  'update purchase_attempts set amount_cents = 1',
  'update vouchers set face_cents = 100000',
  'update vouchers set expires_at = now()',
  'update vouchers set buyer_id = gen_random_uuid()',
  'update withdrawals set amount_cents = 1',
  `update withdrawals set msisdn = '254700000001'`,
  'update redemptions set merchant_id = gen_random_uuid()',
  'update claims set user_id = gen_random_uuid()',
  `update idempotency_keys set answer = '{}'`,
  `update provider_messages set body = '{}'`,
  'update lookups set home_id = gen_random_uuid()',
  `update voucher_activities set reason = ''`,
  ...['purchases', 'vouchers', 'withdrawals', 'redemptions', 'claims', 'lookups', 'reviews'].map(
    (table) => `delete from ${table}`,
  ),
])('the application, writing SQL by hand, may not say: %s', async (statement) => {
  await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('a table of the same name that the application makes for itself is not taken for the real one', async () => {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  await owner.query(`grant temporary on database ${rows[0]?.name} to zawadi_app`);
  await app.query(`
    create temporary table purchases (id uuid, bill_reference text, status text, registered_at timestamptz);
    create temporary table lookups (kind text, key text);
    insert into purchases values (gen_random_uuid(), 'MINE', 'REGISTERED', now() - interval '2 days');
    grant all on purchases, lookups to public`);
  const dropped = await app.query<{ count: string }>('select drop_stale_registrations() as count');
  expect(dropped.rows[0]?.count).toBe('0');
});

test('every function that runs with the rights of the owner looks for tables of the application last', async () => {
  const { rows } = await owner.query<{ name: string }>(`
    select oid::regprocedure::text as name from pg_proc
    where prosecdef and not coalesce(array_to_string(proconfig, ';'), '') ~ 'search_path=[^;]*pg_temp(;|$)'`);
  expect(rows).toEqual([]);
});
