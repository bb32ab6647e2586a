import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { migrateJobs } from '../jobs/migrate-jobs.ts';
import {
  BASELINE,
  listMigrations,
  productVersion,
  readSchema,
  type Schema,
  type SchemaFile,
} from './schema-files.ts';
import { APPLICATION_ROLE } from './usable-database.ts';
import { openPool } from './connections.ts';

/** Role that reads the database for backups. Operators give it a login (ops/sql/roles.sql). */
const BACKUP_ROLE = 'zawadi_backup';

/** Thrown if the database has migrations that this version lacks. Nothing was changed. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';
}

type Applied = { name: string; sha256: string; isOfNewer: boolean };

/**
 * Migrates a database to the newest schema. Runs the missing migrations. Then, in one transaction, applies changed
 * files of functions, views and triggers, and all rights. Migrates forward only.
 * @param ownerUrl connection of the role that owns the schema
 * @param appLogin login role of the application; it becomes a member of `zawadi_app`, which holds all its rights. If
 *   absent, memberships do not change
 * @param upTo name of the last migration to run, to load an export from a system of that version. Functions, triggers
 *   and rights have only the newest version, so they are applied only after the last migration of all
 * @param schemaFolder replaces the product's folder, in tests
 * @throws OtherVersion with one sentence
 * @throws Error that names the migration or file that failed
 */
export async function migrate(options: {
  ownerUrl: string;
  appLogin?: string;
  upTo?: string;
  schemaFolder?: URL;
  log?: (line: string) => void;
}): Promise<void> {
  const schema = await readSchema(options.schemaFolder);
  const { upTo = listMigrations(schema).at(-1), log } = options;
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPool({ connectionString: options.ownerUrl, max: 1 }) }),
  });
  try {
    await requireKnownVersion(db, schema);
    await prepareRoles(db, options.appLogin);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(schema) } });
    const { error, results } = await migrator.migrateTo(upTo ?? BASELINE);
    for (const result of results ?? []) log?.(`${result.migrationName}: ${result.status}`);
    if (error) throw error instanceof Error ? error : new Error('migration failed', { cause: error });
    if (upTo === listMigrations(schema).at(-1)) {
      const names = await db.transaction().execute((tx) => applyChangedFiles(tx, schema));
      if (names.length > 0) log?.(`functions, views, triggers and rights: ${names.length} files applied`);
    }
  } finally {
    await db.destroy();
  }
  await migrateJobs(options.ownerUrl, APPLICATION_ROLE);
}

/**
 * Explains a failed migration to the operator.
 * @returns one sentence
 */
export function explainMigrationFailure(error: unknown): string {
  if (error instanceof OtherVersion) return error.message;
  // If a host has several IP addresses, its refused connection throws an AggregateError with one error per address.
  const [cause] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return `The database cannot be migrated: ${cause instanceof Error ? cause.message : String(cause)}`;
}

/** Refuses a database of another version, before any change. */
async function requireKnownVersion(db: Kysely<unknown>, schema: Schema): Promise<void> {
  const { rows: tables } = await sql<{ hasMigrations: boolean; hasFiles: boolean }>`
    select to_regclass('kysely_migration') is not null as "hasMigrations",
      to_regclass('schema_files') is not null as "hasFiles"`.execute(db);
  const [found] = tables;
  if (found?.hasMigrations !== true) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = new Set(listMigrations(schema));
  const stranger = rows.findLast(({ name }) => !known.has(name));
  const applied = found.hasFiles ? await readApplied(db) : [];
  const isOfNow = new Map(schema.tables.map(({ name, sha256 }) => [name, sha256]));
  const other =
    stranger?.name ?? applied.find(({ name, sha256 }) => (isOfNow.get(name) ?? sha256) !== sha256)?.name;
  if (other === undefined) return;
  throw new OtherVersion(
    `The database belongs to another version of Zawadi (its ${other} is not of this one), and was left as it is. Start that version, or choose another DATA_DIR or database.`,
  );
}

function migrationsOf(schema: Schema): Record<string, Migration> {
  const later = schema.migrations.map(
    ({ name, text }) => [name, { up: (db: Kysely<unknown>) => run(db, text) }] as const,
  );
  const baseline: Migration = {
    up: async (db) => {
      for (const file of schema.tables) await runFile(db, file);
      await remember(db, schema.tables);
    },
  };
  return Object.fromEntries<Migration>([[BASELINE, baseline], ...later]);
}

/**
 * Applies changed schema files.
 * @returns their names
 */
async function applyChangedFiles(tx: Transaction<unknown>, schema: Schema): Promise<string[]> {
  // A concurrent migration waits here, and then finds no changed file.
  await sql`lock table schema_files in exclusive mode`.execute(tx);
  const applied = new Map((await readApplied(tx)).map((one) => [one.name, one]));
  const isChanged = ({ name, sha256 }: SchemaFile) => applied.get(name)?.sha256 !== sha256;
  const changed = [...schema.repeatable, ...schema.rights].filter(isChanged);
  const newer = changed.find(({ name }) => applied.get(name)?.isOfNewer);
  if (newer) {
    throw new OtherVersion(
      `The database belongs to a newer version of Zawadi (its ${newer.name} is not of this one), and was left as it is. Start that version.`,
    );
  }
  if (changed.length === 0) return [];
  // Functions call functions in later files. `npm run check` checks all of them together.
  await sql`set local check_function_bodies = off`.execute(tx);
  for (const file of schema.repeatable.filter(isChanged)) await runFile(tx, file);
  for (const file of schema.rights) await runFile(tx, file);
  await remember(tx, changed);
  return changed.map(({ name }) => name);
}

async function readApplied(db: Kysely<unknown>): Promise<Applied[]> {
  const { rows } = await sql<Applied>`
    select name, sha256,
      string_to_array(product_version, '.')::int[] > string_to_array(${productVersion}, '.')::int[] as "isOfNewer"
    from schema_files`.execute(db);
  return rows;
}

async function remember(db: Kysely<unknown>, files: SchemaFile[]): Promise<void> {
  await sql`
    insert into schema_files (name, sha256, product_version)
    select name, sha256, ${productVersion}
    from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ sha256 }) => sha256)}::text[]) as f (name, sha256)
    on conflict (name) do update
    set sha256 = excluded.sha256, product_version = excluded.product_version, applied_at = moment()`.execute(
    db,
  );
}

async function prepareRoles(db: Kysely<unknown>, appLogin: string | undefined): Promise<void> {
  for (const role of [APPLICATION_ROLE, BACKUP_ROLE]) {
    const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db);
    if (rows.length > 0) continue;
    // All databases of a cluster share its roles. A concurrent migration of another database may just have created
    // this role.
    await sql`do $$ begin create role ${sql.id(role)} nologin; exception when duplicate_object or unique_violation then null; end $$`.execute(
      db,
    );
  }
  if (appLogin === undefined) return;
  const membership = await sql<{ isMember: boolean }>`
    select pg_has_role(${appLogin}, ${APPLICATION_ROLE}, 'member') as "isMember"`.execute(db);
  if (membership.rows[0]?.isMember !== true) await sql`grant zawadi_app to ${sql.id(appLogin)}`.execute(db);
}

async function runFile(db: Kysely<unknown>, { name, text }: SchemaFile): Promise<void> {
  try {
    await run(db, text);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function run(db: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(text).execute(db);
}
