import type { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copySchema, type SchemaCopy } from '../../testing/schema-copy.ts';
import { createTestRoles } from '../../testing/test-database.ts';
import { explainMigrationFailure, migrate } from './migrate.ts';

let roles: Awaited<ReturnType<typeof createTestRoles>>;
let copy: SchemaCopy;
beforeEach(async () => {
  roles = await createTestRoles();
  copy = copySchema();
});
afterEach(async () => {
  await roles.close();
  copy.remove();
});

const HELD = 'redemptions/holds.sql';
const RIGHTS = 'redemptions/rights.sql';

test('applies only schema files whose text has changed', async () => {
  expect(await run()).toEqual([]);
  copy.edit(HELD, (text) => text.replace('create or replace function held_cents', '-- More.\n$&'));
  expect(await run()).toEqual(['functions, views, triggers and rights: 1 files applied']);
  expect(await run()).toEqual([]);
});

test('revokes a right that is deleted from its file, and grants a right that is added', async () => {
  const mayRead = async () => {
    const { rows } = await roles.app.query<{ may: boolean }>(
      `select has_table_privilege('holds', 'select') as may`,
    );
    return rows[0]?.may;
  };
  copy.edit(RIGHTS, (text) => text.replace(/^grant [^;]* on holds to zawadi_app;$/mu, ''));
  await run();
  expect(await mayRead()).toBe(false);
  copy.edit(RIGHTS, (text) => `${text}\ngrant select on holds to zawadi_app;\n`);
  await run();
  expect(await mayRead()).toBe(true);
});

test("keeps a function's previous signature until a migration drops it", async () => {
  const call = 'select lonely_sum(1)';
  copy.edit(HELD, (text) => `${text}\n${sumOf('a int')} a $$;\n`);
  copy.edit(RIGHTS, (text) => `${text}\ngrant execute on function lonely_sum(int) to zawadi_app;\n`);
  await run();
  copy.edit(HELD, (text) => `${text}\n${sumOf('a int, b int')} a + b $$;\n`);
  copy.edit(RIGHTS, (text) => `${text}\ngrant execute on function lonely_sum(int, int) to zawadi_app;\n`);
  await run();
  await expect(roles.app.query(call)).resolves.toBeDefined();
  await expect(roles.app.query('select lonely_sum(1, 2)')).resolves.toBeDefined();
  copy.edit(HELD, (text) => text.replace(`${sumOf('a int')} a $$;`, ''));
  copy.edit(RIGHTS, (text) => text.replace('grant execute on function lonely_sum(int) to zawadi_app;', ''));
  copy.addMigration('0002_drop_lonely_sum', 'drop function lonely_sum(int)');
  expect(await run()).toEqual([
    '0002_drop_lonely_sum: Success',
    'functions, views, triggers and rights: 2 files applied',
  ]);
  await expect(roles.app.query(call)).rejects.toThrow('does not exist');
});

test('names the file that fails, and rolls back the whole run', async () => {
  copy.edit(RIGHTS, (text) => `${text}\ngrant select on holds to zawadi_app;\n`);
  copy.edit('reports/rights.sql', (text) => `${text}\ngrant select on nothing_at_all to zawadi_app;\n`);
  const before = await roles.owner.query('select * from schema_files order by name');
  const failure = await run().catch(explainMigrationFailure);
  expect(failure).toBe(
    'The database cannot be migrated: reports/rights.sql: relation "nothing_at_all" does not exist',
  );
  expect((await roles.owner.query('select * from schema_files order by name')).rows).toEqual(before.rows);
});

test('refuses a database of another baseline, with newer files or unknown migrations, and changes nothing', async () => {
  copy.edit('reports/tables.sql', (text) => `${text}\n-- Another draft.\n`);
  expect(await run().catch(explainMigrationFailure)).toMatch(
    /^The database belongs to another version of Zawadi \(its reports\/tables\.sql is not of this one\)/u,
  );
  copy.edit('reports/tables.sql', (text) => text.replace('\n-- Another draft.\n', ''));
  await roles.owner.query(
    `update schema_files set product_version = '99.0.0', sha256 = 'x' where name = '${HELD}'`,
  );
  expect(await run().catch(explainMigrationFailure)).toMatch(/^The database belongs to a newer version/u);
  await roles.owner.query(`insert into kysely_migration values ('0187_wallet_freezes', now())`);
  const counted = async () => (await roles.owner.query('select count(*) from pg_class')).rows;
  const before = await counted();
  expect(await run().catch(explainMigrationFailure)).toMatch(
    /^The database belongs to another version of Zawadi \(its 0187_wallet_freezes is not of this one\), and was left as it is\./u,
  );
  expect(await counted()).toEqual(before);
});

function sumOf(parameters: string): string {
  return `create or replace function lonely_sum(${parameters}) returns int language sql as $$ select`;
}

async function run(): Promise<string[]> {
  const lines: string[] = [];
  await migrate({ ownerUrl: urlOf(roles.owner), schemaFolder: copy.folder, log: (line) => lines.push(line) });
  return lines;
}

function urlOf({ user, password, host, port, database }: Client): string {
  return `postgres://${user}:${String(password)}@${host}:${port}/${database}`;
}
