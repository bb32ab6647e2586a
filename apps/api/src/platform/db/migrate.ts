import { readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';
import { migrateJobs } from '../jobs/migrate-jobs.ts';
import { APPLICATION_ROLE, listMigrations, MIGRATIONS } from './usable-database.ts';

/**
 * Brings a database to the newest schema. Forward only, each file in its own transaction.
 * @param ownerUrl connection of the role that owns the schema
 * @param appLogin login role of the application; it becomes a member of `zawadi_app`, which holds all its rights. Without
 *   it, memberships stay as they are
 * @param upTo name of the last migration to run, to load what a system of that version has exported
 * @throws Error naming the migration that failed
 */
export async function migrate(options: {
  ownerUrl: string;
  appLogin?: string;
  upTo?: string;
  log?: (line: string) => void;
}): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: options.ownerUrl, max: 1 }) }),
  });
  try {
    await prepareApplicationRole(db, options.appLogin);
    const migrator = new Migrator({ db, provider: new SqlFiles() });
    const { upTo } = options;
    const { error, results } = await (upTo === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(upTo));
    for (const result of results ?? []) options.log?.(`${result.migrationName}: ${result.status}`);
    if (error) throw error instanceof Error ? error : new Error('migration failed', { cause: error });
    // A process looks at its start whether its schema is there.
    await sql`grant select on kysely_migration to ${sql.id(APPLICATION_ROLE)}`.execute(db);
  } finally {
    await db.destroy();
  }
  await migrateJobs(options.ownerUrl, APPLICATION_ROLE);
}

/** @returns one sentence for the operator */
export function explainMigrationFailure(error: unknown): string {
  // A refused connection to a host with several addresses arrives as one error that holds the others.
  const [cause] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const reason = cause instanceof Error ? cause.message : String(cause);
  return reason.includes('corrupted migrations')
    ? `The database belongs to another version of Zawadi (${reason}). Start that version, or choose another DATA_DIR or database.`
    : `The database cannot be migrated: ${reason}`;
}

async function prepareApplicationRole(db: Kysely<unknown>, appLogin: string | undefined): Promise<void> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${APPLICATION_ROLE}`.execute(db);
  if (rows.length === 0) {
    // Roles belong to the whole cluster: another database's migration may have made it a moment ago.
    await sql`do $$ begin create role zawadi_app nologin; exception when duplicate_object or unique_violation then null; end $$`.execute(
      db,
    );
  }
  if (appLogin === undefined) return;
  const membership = await sql<{ isMember: boolean }>`
    select pg_has_role(${appLogin}, ${APPLICATION_ROLE}, 'member') as "isMember"`.execute(db);
  if (membership.rows[0]?.isMember !== true) await sql`grant zawadi_app to ${sql.id(appLogin)}`.execute(db);
}

class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const migrations: Record<string, Migration> = {};
    for (const name of await listMigrations()) {
      const text = await readFile(new URL(`${name}.sql`, MIGRATIONS), 'utf8');
      migrations[name] = { up: (db) => runStatements(db, text) };
    }
    return migrations;
  }
}

async function runStatements(db: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(text).execute(db);
}
