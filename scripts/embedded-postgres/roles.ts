import { Client } from 'pg';
import type { Passwords } from './passwords.ts';

/**
 * Makes sure the two logins and the database exist. The owner migrates; the application login owns nothing and
 * gets its few rights from the migrations.
 *
 * @param superuserUrl of the maintenance database
 */
export async function ensureRolesAndDatabase(superuserUrl: string, passwords: Passwords): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await ensureRole(client, 'zawadi_owner', 'LOGIN CREATEDB CREATEROLE', passwords.zawadi_owner);
    await ensureRole(client, 'zawadi', 'LOGIN', passwords.zawadi);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'zawadi'");
    if (rowCount === 0) await client.query('CREATE DATABASE zawadi OWNER zawadi_owner');
    await client.query('REVOKE ALL ON DATABASE zawadi FROM PUBLIC');
    await client.query('GRANT CONNECT ON DATABASE zawadi TO zawadi');
  } finally {
    await client.end();
  }
}

async function ensureRole(client: Client, name: string, rights: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount === 0)
    await client.query(`CREATE ROLE ${name} ${rights} PASSWORD ${client.escapeLiteral(password)}`);
}
