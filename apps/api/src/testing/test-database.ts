import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { inject } from 'vitest';
import { pino, type Logger } from 'pino';
import { cloneDatabase, dropDatabase, openToApplication, withDatabase } from './clone-database.ts';
import { createClient } from '../platform/db/connections.ts';

export type TestDatabase = { ownerUrl: string; appUrl: string; drop: () => Promise<void> };

/** URLs from the global set-up of the test run. Tests replace the database name in them. */
export type TestPostgres = {
  superuserUrl: string;
  ownerUrl: string;
  appUrl: string;
  template: string;
};

const PERMISSION_DENIED = '42501';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/**
 * Creates an empty, migrated database by copying the template, in about 30 ms. Create one per test file, and drop it
 * in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const owner = new URL(postgres.ownerUrl).username;
  const { template, superuserUrl } = postgres;
  await cloneDatabase(superuserUrl, { template, name, owner });
  await openToApplication(superuserUrl, { name, login: new URL(postgres.appUrl).username });
  return {
    ownerUrl: withDatabase(postgres.ownerUrl, name),
    appUrl: withDatabase(postgres.appUrl, name),
    drop: () => dropDatabase(superuserUrl, name),
  };
}

/** Creates a database with one connection per role: the owner of the tables, and the application. */
export async function createTestRoles(): Promise<{ owner: Client; app: Client; close: () => Promise<void> }> {
  const database = await createTestDatabase();
  const owner = createClient({ connectionString: database.ownerUrl });
  const app = createClient({ connectionString: database.appUrl });
  await Promise.all([owner.connect(), app.connect()]);
  return {
    owner,
    app,
    close: async () => {
      await Promise.all([owner.end(), app.end()]);
      await database.drop();
    },
  };
}

/**
 * Creates a log that prints the database's sentence when it refuses a statement of the application's role. Otherwise
 * a test would see only "Something went wrong".
 * @param print writes the sentence
 */
export function createFailureLog(
  print: (sentence: string) => unknown = (sentence) => process.stderr.write(`${sentence}\n`),
): Logger {
  const write = (line: string): void => {
    const { err } = JSON.parse(line) as { err?: { code?: string; message: string } };
    if (err?.code === PERMISSION_DENIED) print(`The database says: ${err.message}`);
  };
  return pino({ level: 'error' }, { write });
}
