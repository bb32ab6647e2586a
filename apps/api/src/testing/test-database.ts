import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';

export type TestDatabase = { ownerUrl: string; appUrl: string; drop: () => Promise<void> };

/** What the global set-up of the test run provides; the addresses name a database that is to be replaced. */
export type TestPostgres = { superuserUrl: string; ownerUrl: string; appUrl: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

const SOURCE_IS_BUSY = '55006';
const CLONES_WITHIN_MS = 20_000;

/**
 * A migrated, empty database of one's own: a copy of the template, about 30 ms. Take one per test file, and
 * drop it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(postgres.superuserUrl, async (client) => {
    await cloneTemplate(client, postgres.template, name);
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${new URL(postgres.appUrl).username}`);
  });
  return {
    ownerUrl: withDatabase(postgres.ownerUrl, name),
    appUrl: withDatabase(postgres.appUrl, name),
    drop: () =>
      asSuperuser(postgres.superuserUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

/** PostgreSQL refuses to copy a database with open connections, autovacuum's for one. */
async function cloneTemplate(client: Client, template: string, name: string): Promise<void> {
  const deadline = Date.now() + CLONES_WITHIN_MS;
  for (;;) {
    try {
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER zawadi_owner STRATEGY wal_log`);
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
