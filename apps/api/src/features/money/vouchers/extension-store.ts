import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** What was left on a voucher when it expired the last time. */
export async function findExpiredCents(db: Db, voucherId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint | null }>`
    select amount_cents as cents from voucher_activities
    where voucher_id = ${voucherId} and kind = 'EXPIRED' order by at desc, id desc limit 1`.execute(db);
  const cents = rows[0]?.cents;
  if (cents === undefined || cents === null) throw new Error(`voucher ${voucherId} has not expired`);
  return cents;
}

/** Whether M-PESA has taken back the payment behind a voucher: what was left on it is lost to us already. */
export async function isPaymentTakenBack(db: Db, voucherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger.transfers where home_id = ${voucherId} and kind = 'payment_taken_back' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The caller holds the lock of the voucher, which only its expiry has closed. */
export async function reopenUntil(tx: Transaction, voucherId: string, expiresAt: Date): Promise<void> {
  const { rows } = await sql<{ isExtended: boolean }>`
    select extend_voucher(${voucherId}::uuid, ${expiresAt}::timestamptz) as "isExtended"`.execute(tx);
  if (rows[0]?.isExtended !== true) throw new Error(`voucher ${voucherId} was not extended`);
}
