import type pg from 'pg';
import { poolOf, type Db } from './database.ts';
import { listMigrations, productVersion, readSchema } from './schema-files.ts';

/** Role with all rights of the application. Its login role is a member. */
export const APPLICATION_ROLE = 'zawadi_app';

const BRING_UP_TO_DATE = 'run `node zawadi migrate` (from the sources: `npm run db:migrate`, or `npm start`)';

/** Thrown for a database that the process must not serve. The message is one sentence for the operator. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';

  /** The two halves of the message: what is wrong, and a sentence with the remedy. */
  get faultAndRemedy(): [fault: string, remedy: string] {
    const [fault = '', remedy = ''] = this.message.split('; ');
    return [fault, `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`];
  }
}

/**
 * Checks whether a process may serve this database. Its login must have few rights, and its schema must be of this
 * version or newer: each schema also works with the previous version.
 * @throws UnusableDatabase with one sentence
 */
export async function requireUsableDatabase(db: Db): Promise<void> {
  const connection = poolOf(db);
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
  const missing = await findMissing(connection);
  if (missing === undefined) return;
  throw new UnusableDatabase(
    `The database is of an older version of Zawadi (it lacks ${missing}); ${BRING_UP_TO_DATE}.`,
  );
}

/**
 * Checks that the login cannot write the ledger's tables by SQL. The ledger's protection depends on this.
 * @param owner a login that migrates, if known
 * @throws UnusableDatabase if this login is a superuser, or owns the database or objects in it
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

/** Finds the first migration or file that the database lacks; ignores newer ones. */
async function findMissing(connection: pg.Pool): Promise<string | undefined> {
  const schema = await readSchema();
  const names = listMigrations(schema);
  const { rows } = await connection.query<{ mayRead: boolean }>(
    `select has_table_privilege('kysely_migration', 'select')
       and coalesce(has_table_privilege(to_regclass('schema_files'), 'select'), false) as "mayRead"`,
  );
  // Databases older than the baseline lack these tables, or hide them from the application's role.
  if (rows[0]?.mayRead !== true) return names.at(-1);
  const done = await connection.query<{ name: string }>('select name from kysely_migration');
  const isDone = new Set(done.rows.map(({ name }) => name));
  const migration = names.find((name) => !isDone.has(name));
  if (migration !== undefined) return migration;
  const files = [...schema.tables, ...schema.repeatable, ...schema.rights];
  const lacking = await connection.query<{ name: string }>(
    `select wanted.name from unnest($1::text[], $2::text[]) as wanted (name, sha256)
     left join schema_files f on f.name = wanted.name
     where f.sha256 is distinct from wanted.sha256
       and coalesce(string_to_array(f.product_version, '.')::int[] <= string_to_array($3, '.')::int[], true)`,
    [files.map(({ name }) => name), files.map(({ sha256 }) => sha256), productVersion],
  );
  return lacking.rows[0]?.name;
}
