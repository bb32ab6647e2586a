import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Transaction } from './database.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** Limits how long each later statement of this transaction may wait for a lock. */
export async function waitForLocksAtMost(tx: Transaction, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`.execute(tx);
}

/** True if a statement timed out while it waited for a lock. Its transaction has changed nothing. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

/** Limits how long each later statement of this transaction may take, and how long it may wait for a lock. */
export async function limitStatements(
  tx: Transaction,
  { statementMs, lockMs }: { statementMs: number; lockMs: number },
): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${statementMs}ms`}, true)`.execute(tx);
  await waitForLocksAtMost(tx, lockMs);
}
