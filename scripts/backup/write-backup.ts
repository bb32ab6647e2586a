import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGzip } from 'node:zlib';
import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID } from 'kysely/migration';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { productVersion } from '../../apps/api/src/platform/db/schema-files.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { readBooks } from './books.ts';
import { connectToRead, type Connection, type ReadingUrls } from './connect.ts';
import { FORMAT, MANIFEST_FILE, SUMS_FILE, type Manifest } from './manifest.ts';
import { listTables, readSequences, type Table } from './tables.ts';

export type Written = { folder: string; manifest: Manifest; bytes: number };

/**
 * Writes a backup of one moment: reads every table in one snapshot, while the system keeps working.
 *
 * @param input.to folder of all backups; the new backup becomes a folder in it, named after its time
 * @throws StartUpMistake in one sentence
 */
export async function writeBackup({ to, ...urls }: ReadingUrls & { to: string }): Promise<Written> {
  const reader = await connectToRead(urls);
  try {
    const schema = await beginOnSchema(reader);
    await requirePresent(reader.client);
    return await writeSnapshot(reader, { to, ...schema });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
      throw new StartUpMistake(
        `The backup may not read everything (${error.message}). As a superuser, run GRANT pg_read_all_data TO zawadi_backup.`,
      );
    throw error;
  } finally {
    await reader.close();
  }
}

type Schema = { tables: Table[]; migration: string };

const BEGIN_ATTEMPTS = 5;
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';
const MIGRATION_LOCK = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID };

/**
 * Begins the snapshot, with locks that keep the schema unchanged until the end.
 * @throws StartUpMistake if the schema changes at every attempt
 */
async function beginOnSchema({ client, db }: Connection): Promise<Schema> {
  const { adapter } = db.getExecutor();
  for (let attempt = 1; attempt <= BEGIN_ATTEMPTS; attempt += 1) {
    // Wait for a running migration first. It holds locks and requests more, so locks of ours would cause a deadlock.
    await adapter.acquireMigrationLock(db, MIGRATION_LOCK);
    try {
      const schema = await lockSchema(client);
      if (schema) return schema;
    } finally {
      await adapter.releaseMigrationLock(db, MIGRATION_LOCK);
    }
  }
  throw new StartUpMistake('The tables are being migrated. Retry the backup afterwards.');
}

/** @returns undefined, outside a transaction, if the schema changed before it was locked */
async function lockSchema(client: pg.Client): Promise<Schema | undefined> {
  const before = await readSchema(client);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    // Lock before the first query: that query takes the snapshot, which then includes commits made during the wait for
    // locks.
    await client.query(`LOCK TABLE ${before.tables.map(({ name }) => name).join()} IN ACCESS SHARE MODE`);
    await client.query('LOCK TABLE kysely_migration IN SHARE MODE');
    if (isDeepStrictEqual(await readSchema(client), before)) return before;
    await client.query('ROLLBACK');
  } catch (error) {
    await client.query('ROLLBACK');
    if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_TABLE) throw error;
  }
  return undefined;
}

async function readSchema(client: pg.Client): Promise<Schema> {
  const migration = await readMigration(client);
  return { tables: await listTables(client), migration };
}

async function writeSnapshot(
  { client, db }: Connection,
  { to, tables, migration }: Schema & { to: string },
): Promise<Written> {
  const { rows } = await client.query<{ madeAt: Date; snapshot: string; postgres: string }>(`
    SELECT now() AS "madeAt", pg_current_snapshot()::text AS snapshot, current_setting('server_version') AS postgres`);
  const [head] = rows;
  if (!head) throw new Error('The database did not say what time it is.');
  const madeAt = head.madeAt.toISOString();
  const folder = join(to, `zawadi-${madeAt.slice(0, 19).replaceAll(':', '-')}Z`);
  const partial = `${folder}.partial`;
  await makeFolder(to, partial);
  try {
    const files = new FolderOfFiles(partial);
    const written: Manifest['tables'] = [];
    for (const table of tables) {
      const file = `${table.name}.copy.gz`;
      const copy = client.query(copyTo(`COPY ${table.name} (${table.columns.join()}) TO STDOUT`));
      await files.write(file, copy, createGzip());
      written.push({ ...table, file, rows: copy.rowCount });
    }
    const books = await readBooks(db);
    const sequences = await readSequences(client);
    const manifest = { format: FORMAT, product: productVersion, migration, ...head, madeAt } as const;
    const whole: Manifest = { ...manifest, tables: written, sequences, books };
    await files.write(MANIFEST_FILE, Readable.from([`${JSON.stringify(whole, undefined, 2)}\n`]));
    await files.write(SUMS_FILE, Readable.from([files.sums()]));
    await sync(partial);
    await rename(partial, folder);
    await sync(to);
    return { folder, manifest: whole, bytes: files.bytes };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new StartUpMistake(`The disk of ${to} is full; this backup was deleted.`);
    throw error;
  }
}

/** Writes files readable by their owner only, flushes each to disk before the next, and records their checksums. */
class FolderOfFiles {
  readonly #folder: string;
  readonly #sums: string[] = [];
  bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(file: string, content: Readable, ...through: Transform[]): Promise<void> {
    const sum = createHash('sha256');
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        sum.update(chunk);
        this.bytes += chunk.length;
        done(null, chunk);
      },
    });
    const path = join(this.#folder, file);
    await pipeline([
      content,
      ...through,
      count,
      createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
    ]);
    this.#sums.push(`${sum.digest('hex')}  ${file}\n`);
  }

  sums(): string {
    return this.#sums.join('');
  }
}

async function makeFolder(to: string, partial: string): Promise<void> {
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await mkdir(partial, { mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartUpMistake(`The backup cannot be written (${reason}).`);
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

async function readMigration(client: pg.Client): Promise<string> {
  const { rows } = await client
    .query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1')
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return { rows: [] };
      throw error;
    });
  const [last] = rows;
  if (!last) throw new StartUpMistake('There is nothing to back up: Zawadi has never used this database.');
  return last.name;
}

/** Refuses a database whose clock is set to the past, because a restored system works in the present. */
async function requirePresent(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isPast: boolean }>(
    `SELECT clock_offset() <> interval '0' AS "isPast"`,
  );
  if (rows[0]?.isPast === true)
    throw new StartUpMistake('The demo history is being played. Retry the backup afterwards.');
}
