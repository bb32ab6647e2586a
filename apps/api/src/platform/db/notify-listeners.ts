import { sql } from 'kysely';
import type { Transaction } from './database.ts';

/**
 * Notifies every process that listens on `channel`, at the commit and not after a rollback. A hint, never a
 * fact: a process that is not connected at that moment does not hear it. Keep it off busy paths: PostgreSQL lets
 * only one transaction with a NOTIFY commit at a time.
 * @param payloads at most 8,000 bytes each; equal ones of one transaction arrive once
 */
export async function notifyListeners(
  tx: Transaction,
  channel: string,
  payloads: readonly string[],
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(tx);
}
