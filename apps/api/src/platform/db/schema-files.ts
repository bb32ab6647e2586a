import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import product from '../../../../../package.json' with { type: 'json' };

/** Folder of the schema, in SQL. Its README explains how to change it. */
export const SCHEMA_FOLDER = new URL('../../../database/', import.meta.url);

/** Version such as `0.1.0`. The database stores the version that last changed its schema. */
export const productVersion = product.version;

/** Name of the first migration: the `tables.sql` of all domains. */
export const BASELINE = '0001_baseline';

/** Lists the folders of the schema's domains. A domain's tables refer only to earlier domains. */
const DOMAINS_FILE = 'domains.json';

export type SchemaFile = {
  /** Path below the schema folder. */
  name: string;
  text: string;
  sha256: string;
};

export type Schema = {
  /** Tables of a new database. Never changed after a release. */
  tables: SchemaFile[];
  /** Later changes of tables, by number. */
  migrations: { name: string; text: string }[];
  /** Files of functions, views and triggers. Edit them in place. */
  repeatable: SchemaFile[];
  /** Files with all rights of the application's role. */
  rights: SchemaFile[];
};

/**
 * Reads the schema's files.
 * @param folder of the schema; in tests, a copy with one more migration
 * @throws Error if a folder is not in the list of domains
 */
export async function readSchema(folder: URL = SCHEMA_FOLDER): Promise<Schema> {
  const domains = JSON.parse(await readFile(new URL(DOMAINS_FILE, folder), 'utf8')) as string[];
  const placeOf = (name: string) => domains.indexOf(domainOf(name));
  const entries = await readdir(fileURLToPath(folder), { recursive: true });
  const names = entries.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.sql'));
  const stranger = names.find((name) => ![...domains, 'migrations'].includes(domainOf(name)));
  if (stranger !== undefined) throw new Error(`${stranger} is in no domain of the schema.`);
  const files = await Promise.all(names.map((name) => readSchemaFile(folder, name)));
  const inOrder = files.toSorted(
    (a, b) => placeOf(a.name) - placeOf(b.name) || Number(a.name > b.name) - Number(a.name < b.name),
  );
  const named = (file: string) => inOrder.filter(({ name }) => name.endsWith(`/${file}`));
  const [tables, triggers, rights] = [named('tables.sql'), named('triggers.sql'), named('rights.sql')];
  const migrations = inOrder.filter(({ name }) => domainOf(name) === 'migrations');
  const apart = new Set([...tables, ...triggers, ...rights, ...migrations]);
  return {
    tables,
    migrations: migrations.map(({ name, text }) => ({
      name: name.slice('migrations/'.length, -'.sql'.length),
      text,
    })),
    repeatable: [...inOrder.filter((file) => !apart.has(file)), ...triggers],
    rights,
  };
}

/** Lists the names of the migrations, in the order in which they run. */
export function listMigrations({ migrations }: Schema): string[] {
  return [BASELINE, ...migrations.map(({ name }) => name)];
}

async function readSchemaFile(folder: URL, name: string): Promise<SchemaFile> {
  const text = await readFile(new URL(name, folder), 'utf8');
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
}

function domainOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}
