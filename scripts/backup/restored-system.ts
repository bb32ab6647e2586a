import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';
import { inject } from 'vitest';
import { createApi, createDeps } from '../../apps/api/src/app.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { createCallApi } from '../../apps/api/src/testing/call-api.ts';
import type { TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { createClient, openPool } from '../../apps/api/src/platform/db/connections.ts';

/** Clean-up steps of a test, which run in reverse order. */
export type Leaving = (() => unknown)[];

export type Urls = { appUrl: string; ownerUrl: string };

/** Runs an operator's command against a database. */
export function run(
  { appUrl, ownerUrl }: Urls,
  script: string,
  ...args: string[]
): Promise<{ code: number | null; words: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', script), ...args], {
      env: { ...process.env, INIT_CWD: undefined, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl },
    });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += String(chunk)));
    child.on('close', (code) => resolve({ code, words }));
  });
}

export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function emptyDatabase(leaving: Leaving): Promise<Urls> {
  const { superuserUrl, ownerUrl, appUrl } = inject('postgres');
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await query(superuserUrl, `CREATE DATABASE ${name} OWNER zawadi_owner`);
  leaving.push(() => query(superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  const inIt = (url: string) => url.replace(/[^/]+$/u, name);
  return { ownerUrl: inIt(ownerUrl), appUrl: inIt(appUrl) };
}

/** Starts the product on a restored database, with the M-PESA of the lost system. */
export async function startOn({ appUrl, ownerUrl }: Urls, system: TestSystem, leaving: Leaving) {
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    SANDBOX_PORT: String(system.deps.config.sandboxPort),
    SMTP_URL: system.deps.config.mail.smtpUrl,
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    LOG_LEVEL: 'silent',
  });
  const deps = createDeps(config, 'restored');
  const api = await createApi({ ...deps, databaseUrl: appUrl });
  await api.http.listen({ host: '127.0.0.1', port });
  const owner = openPool({ connectionString: ownerUrl, max: 1 });
  leaving.push(async () => {
    await owner.end();
    await api.background.drain();
    await api.close();
  });
  return { deps, owner, call: createCallApi(`http://127.0.0.1:${port}`) };
}

/** SQL that lists the rights of all roles on tables, columns and functions. */
export const RIGHTS = `
  SELECT 'table' AS kind, oid::regclass::text AS name, relacl::text AS acl, relowner::regrole::text AS owner FROM pg_class
  WHERE relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND relkind IN ('r', 'S')
  UNION ALL SELECT 'column', attrelid::regclass::text || '.' || attname, attacl::text, '' FROM pg_attribute
  WHERE attacl IS NOT NULL AND attrelid IN (
    SELECT oid FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace))
  UNION ALL SELECT 'function', oid::regprocedure::text, proacl::text, proowner::regrole::text FROM pg_proc
  WHERE pronamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
  UNION ALL SELECT 'constraint', conrelid::regclass::text || '.' || conname, pg_get_constraintdef(oid), '' FROM pg_constraint
  WHERE connamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
  UNION ALL SELECT 'trigger', tgrelid::regclass::text || '.' || tgname, tgenabled::text, '' FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1, 2`;

/** Returns one checksum per table over all its rows. */
export async function contentOf(url: string): Promise<Record<string, string | undefined>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relname NOT LIKE 'kysely%' AND relname <> 'schema_files'
       AND relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace) ORDER BY 1`,
  );
  const sums = tables.map(async ({ name }) => {
    const [row] = await query<{ sum: string }>(
      url,
      `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM ${name} t`,
    );
    return [name, row?.sum] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}
