import { setTimeout as pause } from 'node:timers/promises';
import type { StoredToken, TokenStore } from '@zawadi/mpesa';
import { sql } from 'kysely';
import { decrypt, encrypt } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';

const LEASE_SECONDS = 20;
const RETRY_MS = 50;
const NAME = 'daraja';

/**
 * Keeps M-PESA's access token sealed in the database, for all processes. Each new token voids the former one, so only
 * one process at a time may request a token. While it waits for M-PESA, that process holds a lease and no transaction.
 */
export function createTokenStore({ db, keys }: Pick<Deps, 'db' | 'keys'>): TokenStore {
  async function read(): Promise<StoredToken | undefined> {
    const { rows } = await sql<{ sealed: Buffer; expiresAt: Date }>`
      select sealed, expires_at as "expiresAt" from provider_tokens
      where name = ${NAME} and sealed is not null`.execute(db);
    const [row] = rows;
    return row && { accessToken: decrypt(keys, row.sealed), expiresAt: row.expiresAt };
  }

  async function write(token: StoredToken): Promise<void> {
    await sql`
      insert into provider_tokens (name, sealed, expires_at)
      values (${NAME}, ${encrypt(keys, token.accessToken)}, ${token.expiresAt})
      on conflict (name) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`.execute(
      db,
    );
  }

  async function withLock<Value>(work: () => Promise<Value>): Promise<Value> {
    const lease = newId();
    while (!(await take(lease))) await pause(RETRY_MS * (1 + Math.random()));
    try {
      return await work();
    } finally {
      await sql`
        update provider_tokens set lease = null, lease_until = null
        where name = ${NAME} and lease = ${lease}`.execute(db);
    }
  }

  async function take(lease: string): Promise<boolean> {
    const { rows } = await sql`
      insert into provider_tokens (name, lease, lease_until)
      values (${NAME}, ${lease}, now() + make_interval(secs => ${LEASE_SECONDS}))
      on conflict (name) do update set lease = excluded.lease, lease_until = excluded.lease_until
        where provider_tokens.lease_until is null or provider_tokens.lease_until < now()
      returning 1`.execute(db);
    return rows.length > 0;
  }

  return { read, write, withLock };
}
