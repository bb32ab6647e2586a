import { randomBytes } from 'node:crypto';
import { DatabaseError } from 'pg';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';
import { StartUpMistake } from '../start-up-mistake.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Creates an empty database on the owner’s server, works with it, and drops it.
 * @param ownerUrl of any database on the server; its role may create databases
 * @throws StartUpMistake if it may not
 */
export async function withScratchDatabase<T>(
  ownerUrl: string,
  work: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const name = `zawadi_backup_check_${randomBytes(4).toString('hex')}`;
  await run(ownerUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  try {
    await run(ownerUrl, `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    const scratch = new URL(ownerUrl);
    scratch.pathname = `/${name}`;
    return await work(scratch.href);
  } finally {
    await run(ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = createClient({ connectionString: url, application_name: 'zawadi-backup' });
  try {
    await client.connect();
    await client.query(statement);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
      throw new StartUpMistake(
        'The check needs a scratch database. Let the owner create it, as a superuser: ALTER ROLE zawadi_owner CREATEDB.',
      );
    throw error;
  } finally {
    await client.end();
  }
}
