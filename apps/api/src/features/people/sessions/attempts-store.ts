import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/**
 * Locks a record of attempts; makes an empty record if there is none.
 * @returns the ages of its attempts in seconds
 */
export async function lockAttempts(tx: Transaction, key: Buffer): Promise<number[]> {
  // Not moment(), the start of the transaction, which is earlier than attempts written during the wait for the lock.
  const { rows } = await sql<{ ages: number[] }>`
    insert into limited_attempts as a (key) values (${key})
    on conflict (key) do update set last_at = a.last_at
    returning array(
      select extract(epoch from clock_moment() - made)::double precision from unnest(a.made_at) as made
    ) as ages`.execute(tx);
  return rows[0]?.ages ?? [];
}

/** Adds an attempt and keeps the latest `remembers` attempts. Lock the record first. */
export async function recordAttempt(
  tx: Transaction,
  key: Buffer,
  { remembers, account }: { remembers: number; account: Buffer | null },
): Promise<void> {
  await sql`
    update limited_attempts set
      made_at = made_at[greatest(1, cardinality(made_at) - ${remembers} + 2)::int :] || clock_moment(),
      last_at = clock_moment(), account = coalesce(${account}, account)
    where key = ${key}`.execute(tx);
}

/** Reads the ages of attempts in seconds, for these keys and for all keys of these accounts. */
export async function readAttempts(
  db: Db,
  wanted: { keys: Buffer[]; accounts: Buffer[] },
): Promise<{ key: Buffer; account: Buffer | null; ages: number[] }[]> {
  const { rows } = await sql<{ key: Buffer; account: Buffer | null; ages: number[] }>`
    select key, account, array(
      select extract(epoch from clock_moment() - made)::double precision from unnest(made_at) as made
    ) as ages
    from limited_attempts where key = any(${wanted.keys}) or account = any(${wanted.accounts})`.execute(db);
  return rows;
}

export async function takeBackAttempt(db: Db, key: Buffer): Promise<void> {
  await sql`
    update limited_attempts set made_at = trim_array(made_at, 1) where key = ${key} and cardinality(made_at) > 0`.execute(
    db,
  );
}

export async function forgetAttempts(db: Db, key: Buffer): Promise<void> {
  await db.deleteFrom('limited_attempts').where('key', '=', key).execute();
}

export async function forgetAttemptsOf(
  db: Db,
  wanted: { keys: Buffer[]; accounts: Buffer[] },
): Promise<void> {
  await sql`
    delete from limited_attempts a
    using (
      select key from limited_attempts where key = any(${wanted.keys}) or account = any(${wanted.accounts})
      order by key for update
    ) l
    where a.key = l.key`.execute(db);
}

/** Deletes records older than the longest rule needs. */
export async function deleteOldAttempts(db: Db): Promise<void> {
  await sql`delete from limited_attempts where last_at < moment() - ${RETENTION.limited_attempts.after}::interval`.execute(
    db,
  );
}
