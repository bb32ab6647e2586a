import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  closeAfterRestore,
  insertRestore,
  type Closed,
} from '../../apps/api/src/features/services/restores/index.ts';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { listMigrations, readSchema } from '../../apps/api/src/platform/db/schema-files.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { connectAsOwner, listConnected, requireNoneConnected } from './connect.ts';
import type { Manifest } from './manifest.ts';
import { listForeignKeys, listTables, type Table } from './tables.ts';

/**
 * Loads a verified backup into an empty database and closes the system. First the migrations up to the backup's version
 * create schema, roles and rights; then one transaction loads every table. For a backup of the newest version, closing is
 * part of that transaction, so no process sees loaded data in an open system. An older backup is closed after the
 * remaining migrations, because the closing code fits the newest tables only.
 *
 * @param input.appLogin login role of the application
 * @param input.ranUntil latest moment at which the lost system may have worked, not before the backup
 * @param input.schemaFolder replaces the product's schema folder, in tests
 * @throws StartUpMistake if the database is not empty or in use, or the backup is from another version
 */
export async function loadBackup(input: {
  ownerUrl: string;
  appLogin: string;
  folder: string;
  manifest: Manifest;
  ranUntil: Date;
  schemaFolder?: URL;
}): Promise<Closed> {
  const { ownerUrl, appLogin, folder, manifest, ranUntil, schemaFolder } = input;
  const moments = { knownUntil: new Date(manifest.madeAt), ranUntil };
  const migrations = listMigrations(await readSchema(schemaFolder));
  if (!migrations.includes(manifest.migration)) {
    throw new StartUpMistake(
      `The backup is from another version of Zawadi (${manifest.product}, ${manifest.migration}); restore it with that version.`,
    );
  }
  const target = { ownerUrl, appLogin, ...(schemaFolder && { schemaFolder }) };
  const owner = await connectAsOwner(ownerUrl);
  try {
    await requireEmpty(owner.client);
    await requireNoneConnected(owner.client, appLogin);
    await migrate({ ...target, upTo: manifest.migration });
    const isNewest = migrations.at(-1) === manifest.migration;
    let closed = await owner.db.transaction().execute(async (tx) => {
      await loadTables(owner.client, folder, manifest);
      if (isNewest) return closeAfterRestore(tx, moments);
      if (manifest.tables.some(({ name }) => name === 'public.restores')) await insertRestore(tx, moments);
      return undefined;
    });
    if (!closed) {
      await migrate(target);
      closed = await owner.db.transaction().execute((tx) => closeAfterRestore(tx, moments));
      await requireNoneStartedMeanwhile(owner.client, appLogin);
    }
    await owner.client.query('ANALYZE');
    return closed;
  } finally {
    await owner.close();
  }
}

/** Checks again: a process of Zawadi may have started and worked on the loaded data before the system was closed. */
async function requireNoneStartedMeanwhile(client: pg.Client, appLogin: string): Promise<void> {
  const names = await listConnected(client, appLogin);
  if (names.length > 0)
    throw new StartUpMistake(
      `Zawadi was started during the restore (${names.join(', ')}); stop it, drop this database, and restore into a new one.`,
    );
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

/** The owner may not disable foreign keys, so drop and recreate them. Their creation checks all rows at once. */
async function loadTables(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const tables = await listTables(client);
  requireSameTables(tables, manifest.tables);
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  // The backup contains the rows that triggers wrote. The ledger's trigger would also refuse to truncate the rows that
  // migrations inserted.
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
      `The backup's tables differ from its version of Zawadi: only one of them has ${odd}.`,
    );
}
