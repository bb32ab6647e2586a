import { Client } from 'pg';
import { StartUpMistake } from '../start-up-mistake.ts';
import type { Passwords } from './passwords.ts';

const WRONG_PASSWORD = '28P01';

/**
 * Makes sure the two logins and the database exist. The owner migrates; the application login owns nothing and
 * gets its few rights from the migrations.
 *
 * @param superuserUrl of the maintenance database
 */
export async function ensureRolesAndDatabase(superuserUrl: string, passwords: Passwords): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  try {
    await client.connect();
    await ensureRole(client, 'zawadi_owner', 'LOGIN CREATEDB CREATEROLE', passwords.zawadi_owner);
    await ensureRole(client, 'zawadi', 'LOGIN', passwords.zawadi);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'zawadi'");
    if (rowCount === 0) await client.query('CREATE DATABASE zawadi OWNER zawadi_owner');
    await client.query('REVOKE ALL ON DATABASE zawadi FROM PUBLIC');
    await client.query('GRANT CONNECT ON DATABASE zawadi TO zawadi');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === WRONG_PASSWORD)) throw error;
    throw new StartUpMistake(
      'The passwords.json beside the embedded database does not open it. Restore that file.',
    );
  } finally {
    await client.end();
  }
}

async function ensureRole(client: Client, name: string, rights: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount === 0)
    await client.query(`CREATE ROLE ${name} ${rights} PASSWORD ${client.escapeLiteral(password)}`);
}
