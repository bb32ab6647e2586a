import type { Db, Transaction } from '../../platform/db/database.ts';
import { tokenHash } from '../../platform/crypto/keys.ts';

export type CallbackPurpose =
  | 'stk_result'
  | 'b2c_result'
  | 'b2c_status'
  | 'c2b'
  | 'c2b_validation'
  | 'settlement_result'
  | 'settlement_status'
  | 'refund_result'
  | 'refund_status'
  | 'balance_result';
export type CallbackAddress = { purpose: CallbackPurpose; homeId: string; targetId: string };

/** Opens the address to which a provider will answer about one payment. Opening it again changes nothing. */
export async function openCallback(tx: Transaction, token: string, hook: CallbackAddress): Promise<void> {
  await tx
    .insertInto('hooks')
    .values({
      token_hash: tokenHash(token),
      purpose: hook.purpose,
      home_id: hook.homeId,
      target_id: hook.targetId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findCallback(db: Db, token: string): Promise<CallbackAddress | undefined> {
  const row = await db
    .selectFrom('hooks')
    .select(['purpose', 'home_id as homeId', 'target_id as targetId'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  return row && { ...row, purpose: row.purpose as CallbackPurpose };
}
