import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import { waitForLocksAtMost } from '../../../platform/db/locks.ts';

const USUAL_LOCK_TIMEOUT_MS = 5_000;

/**
 * Holds a key until the end of the transaction.
 * @param key its hash, of which 64 bits are used: two keys that share them only wait for each other
 * @throws a lock time-out after `longestWaitMs`
 */
export async function lockKey(tx: Transaction, key: Buffer, longestWaitMs: number): Promise<void> {
  await waitForLocksAtMost(tx, longestWaitMs);
  await sql`select pg_advisory_xact_lock(${key.readBigInt64BE()}::bigint)`.execute(tx);
  await waitForLocksAtMost(tx, USUAL_LOCK_TIMEOUT_MS);
}

/** Runs work that may refuse, and undoes what it did when it throws; the transaction can then go on. */
export async function withSavepoint<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await sql`savepoint work`.execute(tx);
  try {
    return await work(tx);
  } catch (error) {
    await sql`rollback to savepoint work`.execute(tx);
    throw error;
  }
}

/** The answer to an earlier request. The merchant is the home of its keys. */
export function findAnswer(tx: Transaction, merchantId: string, scope: Buffer) {
  return tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('home_id', '=', merchantId)
    .where('merchant_id', '=', merchantId)
    .where('scope', '=', scope)
    .executeTakeFirst();
}

export async function insertAnswer(
  tx: Transaction,
  row: { merchantId: string; scope: Buffer; fingerprint: Buffer; status: number; answer: string },
): Promise<void> {
  const { merchantId, ...rest } = row;
  await tx
    .insertInto('idempotency_keys')
    .values({ home_id: merchantId, merchant_id: merchantId, ...rest })
    .execute();
}
