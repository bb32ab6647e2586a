import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Client } from 'pg';
import { StartUpMistake } from '../start-up-mistake.ts';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';

const WRONG_PASSWORD = '28P01';

type Passwords = { postgres: string; zawadi_owner: string; zawadi: string };

/**
 * Creates the two logins and the database if they are missing. The owner migrates. The application login owns nothing
 * and gets its few rights from the migrations.
 *
 * @param superuserUrl of the database `postgres`
 */
export async function ensureRolesAndDatabase(superuserUrl: string, passwords: Passwords): Promise<void> {
  const client = createClient({ connectionString: superuserUrl });
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
      'The passwords in passwords.json do not open the embedded database. Restore that file.',
    );
  } finally {
    await client.end();
  }
}

/**
 * Loads the random passwords of the cluster's three logins from a file that only its owner can read.
 *
 * @param path of the file; the first call creates it
 */
export function loadPasswords(path: string): Passwords {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Passwords;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const passwords: Passwords = {
    postgres: makePassword(),
    zawadi_owner: makePassword(),
    zawadi: makePassword(),
  };
  writeFileSync(path, `${JSON.stringify(passwords, undefined, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  return passwords;
}

async function ensureRole(client: Client, name: string, rights: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount === 0)
    await client.query(`CREATE ROLE ${name} ${rights} PASSWORD ${client.escapeLiteral(password)}`);
}

function makePassword(): string {
  return randomBytes(24).toString('base64url');
}
