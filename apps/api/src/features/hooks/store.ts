import type { Db, Transaction } from '../../platform/db/database.ts';
import { tokenHash } from '../../platform/crypto/keys.ts';

export type HookPurpose =
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
export type Hook = { purpose: HookPurpose; homeId: string; targetId: string };

/** Opens the address to which a provider will answer about one payment. Opening it again changes nothing. */
export async function openHook(tx: Transaction, token: string, hook: Hook): Promise<void> {
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

export async function findHook(db: Db, token: string): Promise<Hook | undefined> {
  const row = await db
    .selectFrom('hooks')
    .select(['purpose', 'home_id as homeId', 'target_id as targetId'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  return row && { ...row, purpose: row.purpose as HookPurpose };
}
