import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { waitForLocksAtMost } from '../db/locks.ts';
import { sha256 } from './scope.ts';

const USUAL_LOCK_TIMEOUT_MS = 5_000;

/**
 * Locks a caller's idempotency key until the end of the transaction. The lock uses 64 bits of the key's hash. If two
 * keys share these bits, one merely waits for the other.
 * @throws a lock time-out after `longestWaitMs`
 */
export async function lockScope(
  tx: Transaction,
  { callerId, scope, longestWaitMs }: { callerId: string; scope: Buffer; longestWaitMs: number },
): Promise<void> {
  const key = sha256(`${callerId} ${scope.toString('hex')}`);
  await waitForLocksAtMost(tx, longestWaitMs);
  await sql`select pg_advisory_xact_lock(${key.readBigInt64BE()}::bigint)`.execute(tx);
  await waitForLocksAtMost(tx, USUAL_LOCK_TIMEOUT_MS);
}

/**
 * Runs work within a savepoint. If the work throws, rolls back to the savepoint, so that the transaction can
 * continue.
 */
export async function withSavepoint<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await sql`savepoint work`.execute(tx);
  try {
    return await work(tx);
  } catch (error) {
    await sql`rollback to savepoint work`.execute(tx);
    throw error;
  }
}

/** Finds the stored answer to an earlier request. The caller's id is the home of its keys. */
export function findAnswer(tx: Transaction, callerId: string, scope: Buffer) {
  return tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('home_id', '=', callerId)
    .where('caller_id', '=', callerId)
    .where('scope', '=', scope)
    .executeTakeFirst();
}

export async function insertAnswer(
  tx: Transaction,
  row: { callerId: string; scope: Buffer; fingerprint: Buffer; status: number; answer: string },
): Promise<void> {
  const { callerId, ...rest } = row;
  await tx
    .insertInto('idempotency_keys')
    .values({ home_id: callerId, caller_id: callerId, ...rest })
    .execute();
}
