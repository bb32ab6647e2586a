import { readdir, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';
import { migrateJobs } from '../jobs/migrate-jobs.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const APPLICATION_ROLE = 'zawadi_app';

/**
 * Brings a database to the newest schema. Forward only, each file in its own transaction.
 * @param ownerUrl connection of the role that owns the schema
 * @param appLogin login role of the application; it becomes a member of `zawadi_app`, which holds all its rights
 * @param upTo name of the last migration to run, to load what a system of that version has exported
 * @throws Error naming the migration that failed
 */
export async function migrate(options: {
  ownerUrl: string;
  appLogin: string;
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
  } finally {
    await db.destroy();
  }
  await migrateJobs(options.ownerUrl, APPLICATION_ROLE);
}

async function prepareApplicationRole(db: Kysely<unknown>, appLogin: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${APPLICATION_ROLE}`.execute(db);
  if (rows.length === 0) {
    // Roles belong to the whole cluster: another database's migration may have made it a moment ago.
    await sql`do $$ begin create role zawadi_app nologin; exception when duplicate_object or unique_violation then null; end $$`.execute(
      db,
    );
  }
  const membership = await sql<{ isMember: boolean }>`
    select pg_has_role(${appLogin}, ${APPLICATION_ROLE}, 'member') as "isMember"`.execute(db);
  if (membership.rows[0]?.isMember !== true) await sql`grant zawadi_app to ${sql.id(appLogin)}`.execute(db);
}

class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
    const migrations: Record<string, Migration> = {};
    for (const name of names) {
      const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
      migrations[name.replace(/\.sql$/u, '')] = { up: (db) => runStatements(db, text) };
    }
    return migrations;
  }
}

async function runStatements(db: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(text).execute(db);
}
