import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { connectAsOwner } from './connect.ts';
import type { Manifest } from './manifest.ts';
import { listForeignKeys, listTables, type Table } from './tables.ts';

const MIGRATIONS = join(import.meta.dirname, '../../apps/api/migrations');

/**
 * Loads a verified backup into an empty database: the schema, roles and rights as the migrations of its time make them,
 * then every table in one transaction, then the migrations since.
 *
 * @param input.appLogin login role of the application
 * @throws StartUpMistake when the database is not empty, or the backup is of a newer version
 */
export async function loadBackup(input: {
  ownerUrl: string;
  appLogin: string;
  folder: string;
  manifest: Manifest;
}): Promise<void> {
  const { ownerUrl, appLogin, folder, manifest } = input;
  if (!existsSync(join(MIGRATIONS, `${manifest.migration}.sql`))) {
    throw new StartUpMistake(
      `The backup is of a newer version of Zawadi (${manifest.product}, ${manifest.migration}); restore it with that version.`,
    );
  }
  const owner = await connectAsOwner(ownerUrl);
  try {
    await requireEmpty(owner.client);
    await migrate({ ownerUrl, appLogin, upTo: manifest.migration });
    await owner.client.query('BEGIN');
    await loadTables(owner.client, folder, manifest);
    await owner.client.query('COMMIT');
    await owner.client.query('ANALYZE');
  } finally {
    await owner.close();
  }
  await migrate({ ownerUrl, appLogin });
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    ORDER BY 1 LIMIT 1`);
  const [table] = rows;
  if (!table) return;
  throw new StartUpMistake(
    `The database is not empty (it has ${table.name}); restore into a new one, and leave this one as it is.`,
  );
}

/** The owner may not switch foreign keys off, so they are taken away and put back, which checks all rows at once. */
async function loadTables(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const tables = await listTables(client);
  requireSameTables(tables, manifest.tables);
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  // What triggers wrote is in the backup; and the ledger's refuses to be emptied of what migrations put there.
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join()}`);
  for (const { name, columns, file, rows } of manifest.tables) {
    const copy = client.query(copyFrom(`COPY ${name} (${columns.join()}) FROM STDIN`));
    await pipeline(createReadStream(join(folder, file)), createGunzip(), copy);
    if (copy.rowCount !== rows) throw new Error(`${name} has ${copy.rowCount} rows, not ${rows}.`);
  }
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [name, lastValue, isCalled]);
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

function requireSameTables(here: Table[], there: Table[]): void {
  const described = (tables: Table[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`);
  const [ours, theirs] = [new Set(described(here)), new Set(described(there))];
  const [odd] = [...ours.symmetricDifference(theirs)];
  if (odd !== undefined)
    throw new StartUpMistake(
      `The tables of the backup are not those of its version of Zawadi: ${odd} is on one side only.`,
    );
}
