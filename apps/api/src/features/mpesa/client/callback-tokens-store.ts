import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { tokenHash } from '../../../platform/crypto/keys.ts';

export type CallbackPurpose =
  | `${'purchase' | 'withdrawal' | 'settlement' | 'refund'}_${'result' | 'status'}`
  | 'c2b'
  | 'c2b_status'
  | 'c2b_validation'
  | 'receipt_status'
  | 'balance_result'
  | 'collection_balance_result';
export type CallbackAddress = {
  purpose: CallbackPurpose;
  homeId: string;
  targetId: string;
  /** Trace of the order that the callback is about, if any. */
  traceparent?: string | null;
};

/** Stores the secret URL at which M-PESA reports one payment. Idempotent. */
export async function openCallback(tx: Transaction, token: string, callback: CallbackAddress): Promise<void> {
  await tx
    .insertInto('callback_tokens')
    .values({
      token_hash: tokenHash(token),
      purpose: callback.purpose,
      home_id: callback.homeId,
      target_id: callback.targetId,
      traceparent: callback.traceparent,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type FoundCallback = CallbackAddress & { isRetired: boolean };

/**
 * Finds callback URLs by token, including those that were retired in the last week: the operator may have retired one
 * too early.
 */
export async function findCallbacks(db: Db, tokens: string[]): Promise<(FoundCallback | undefined)[]> {
  const hashes = tokens.map(tokenHash);
  const rows = await db
    .selectFrom('callback_tokens')
    .select([
      'token_hash as tokenHash',
      'purpose',
      'home_id as homeId',
      'target_id as targetId',
      'traceparent',
      'retired_at as retiredAt',
    ])
    .where(isAnyOf('token_hash', hashes, 'bytea'))
    .where((where) =>
      where.or([
        where('retired_at', 'is', null),
        where('retired_at', '>', sql<Date>`moment() - interval '7 days'`),
      ]),
    )
    .execute();
  const found = new Map(
    rows.map(({ tokenHash: hash, retiredAt, purpose, ...row }) => [
      hash.toString('hex'),
      { ...row, purpose: purpose as CallbackPurpose, isRetired: retiredAt !== null },
    ]),
  );
  return hashes.map((hash) => found.get(hash.toString('hex')));
}

/** Records, to the minute, the last use of a long-lived callback URL. */
export async function noteCallback(db: Db, token: string): Promise<void> {
  await sql`
    update callback_tokens set last_used_at = moment()
    where token_hash = ${tokenHash(token)}
      and (last_used_at is null or last_used_at < moment() - interval '1 minute')`.execute(db);
}

/** Generates 192 random bits in hex: Daraja forbids certain words in callback URLs, and hex cannot spell them. */
export function newCallbackToken(): string {
  return randomBytes(24).toString('hex');
}
