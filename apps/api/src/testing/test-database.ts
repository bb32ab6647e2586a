import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';
import { pino, type Logger } from 'pino';

export type TestDatabase = { ownerUrl: string; appUrl: string; drop: () => Promise<void> };

/** What the global set-up of the test run provides; the database name in the addresses is replaced. */
export type TestPostgres = {
  superuserUrl: string;
  ownerUrl: string;
  appUrl: string;
  template: string;
  /** The other nodes of a distributed database, each with a template of its part; none of one PostgreSQL. */
  otherNodes: string[];
};

const PERMISSION_DENIED = '42501';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

const SOURCE_IS_BUSY = '55006';
const CLONES_WITHIN_MS = 20_000;

/**
 * A migrated, empty database: a copy of the template, about 30 ms. Take one per test file, and
 * drop it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const owner = new URL(postgres.ownerUrl).username;
  for (const node of postgres.otherNodes) {
    await asSuperuser(node, (client) => cloneTemplate(client, postgres.template, { name, owner }));
  }
  await asSuperuser(postgres.superuserUrl, async (client) => {
    await cloneTemplate(client, postgres.template, { name, owner });
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${new URL(postgres.appUrl).username}`);
  });
  return {
    ownerUrl: withDatabase(postgres.ownerUrl, name),
    appUrl: withDatabase(postgres.appUrl, name),
    drop: async () => {
      for (const node of [postgres.superuserUrl, ...postgres.otherNodes]) {
        await asSuperuser(node, async (client) => {
          await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        });
      }
    },
  };
}

/** A database of its own with one connection of each role: the owner of the tables, and the application. */
export async function createTestRoles(): Promise<{ owner: Client; app: Client; close: () => Promise<void> }> {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  const app = new Client({ connectionString: database.appUrl });
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
 * Silent, except for what a test would otherwise see as "Something went wrong" only: the sentence with which the database
 * refuses a statement of the application role.
 * @param print where it goes
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

/** PostgreSQL refuses to copy a database with any connection to it, such as autovacuum's. */
async function cloneTemplate(
  client: Client,
  template: string,
  { name, owner }: { name: string; owner: string },
): Promise<void> {
  const deadline = Date.now() + CLONES_WITHIN_MS;
  for (;;) {
    try {
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${owner} STRATEGY wal_log`);
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === SOURCE_IS_BUSY;
      if (!isBusy || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
