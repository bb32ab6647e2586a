import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { batchPoolOf, type Db } from './database.ts';

/** The files of the schema, in the order in which they run. */
export const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
/** Holds all that the application may do; its login is a member. */
export const APPLICATION_ROLE = 'zawadi_app';

const BRING_UP_TO_DATE = 'run `npm run db:migrate` (or `npm start`, which does it by itself)';

/** A database that must not be served from; the message is one sentence for the operator. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

/**
 * Looks whether a process may serve from this database: signed in with few rights, on the schema of its version or of a
 * newer one, which works with the version before it.
 * @throws UnusableDatabase in one sentence
 */
export async function requireUsableDatabase(db: Db): Promise<void> {
  const connection = batchPoolOf(db);
  await requireFewRights(connection);
  const { rows } = await connection.query<{ login: string; hasSchema: boolean; isMember: boolean }>(
    `select current_user as login, to_regclass('kysely_migration') is not null as "hasSchema",
       coalesce(pg_has_role(current_user, to_regrole($1), 'member'), false) as "isMember"`,
    [APPLICATION_ROLE],
  );
  const { login = '', hasSchema, isMember } = rows[0] ?? {};
  if (hasSchema !== true) throw new UnusableDatabase(`The database is empty; ${BRING_UP_TO_DATE}.`);
  if (isMember !== true) {
    throw new UnusableDatabase(
      `DATABASE_URL signs in as ${login}, who has no rights in the database; have its owner run GRANT ${APPLICATION_ROLE} TO ${login}.`,
    );
  }
  const missing = await findMissingMigration(connection);
  if (missing === undefined) return;
  throw new UnusableDatabase(
    `The database is of an older version of Zawadi (it lacks ${missing}); ${BRING_UP_TO_DATE}.`,
  );
}

/**
 * What protects the ledger is that the application cannot write to its tables by hand.
 * @param owner a login that migrates, where it is known
 * @throws UnusableDatabase when this login is a superuser, or owns the database or what is in it
 */
export async function requireFewRights(connection: pg.Client | pg.Pool, owner?: string): Promise<void> {
  const { rows } = await connection.query<{ login: string; mayDoEverything: boolean }>(
    `select rolname as login, rolsuper or exists (
       select from pg_roles as owners where pg_has_role(pg_roles.oid, owners.oid, 'member') and (
         owners.rolname = $1
         or owners.oid = (select datdba from pg_database where datname = current_database())
         or owners.oid = (select relowner from pg_class where oid = to_regclass('kysely_migration')))
     ) as "mayDoEverything"
     from pg_roles where rolname = current_user`,
    [owner ?? null],
  );
  const [role] = rows;
  if (role?.mayDoEverything !== true) return;
  throw new UnusableDatabase(
    `DATABASE_URL signs in as ${role.login}, who may do everything in the database; give the application a login of ` +
      'its own (CREATE ROLE zawadi LOGIN PASSWORD …), which gets its few rights from the migrations.',
  );
}

/** @returns the first one; those of newer versions do not matter */
async function findMissingMigration(connection: pg.Pool): Promise<string | undefined> {
  const { rows } = await connection.query<{ mayRead: boolean }>(
    `select has_table_privilege('kysely_migration', 'select') as "mayRead"`,
  );
  // Older versions did not let the application read it.
  if (rows[0]?.mayRead !== true) return listMigrations().then((names) => names.at(-1));
  const done = await connection.query<{ name: string }>('select name from kysely_migration');
  const names = new Set(done.rows.map(({ name }) => name));
  return (await listMigrations()).find((name) => !names.has(name));
}

/** @returns their names, in the order in which they run */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(fileURLToPath(MIGRATIONS));
  return files.flatMap((file) => (file.endsWith('.sql') ? [file.slice(0, -'.sql'.length)] : [])).toSorted();
}
