import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createClient } from '../platform/db/connections.ts';

const SOURCE_IS_BUSY = '55006';
const CLONES_WITHIN_MS = 20_000;

/**
 * Copies a migrated database to a new name. An empty one takes about 30 ms. Until `openToApplication`, only its owner
 * may connect.
 */
export async function cloneDatabase(
  superuserUrl: string,
  { template, name, owner }: { template: string; name: string; owner: string },
): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await createFrom(client, template, { name, owner });
  });
}

/** Lets the application connect to a clone, and revokes the rights of all other roles. */
export async function openToApplication(
  superuserUrl: string,
  { name, login }: { name: string; login: string },
): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${login}`);
  });
}

export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Copies a database, with retries: PostgreSQL refuses while any session is connected to it, such as autovacuum's. */
async function createFrom(
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
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
