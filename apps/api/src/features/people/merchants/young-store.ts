import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/** Age below which a shop added by an administrator, or a pay-out channel, counts as young. */
const YOUNG_DAYS = 30;

/** Returns whether the merchant was added by an administrator, or its owner set a pay-out channel, within 30 days. */
export async function isYoung(tx: Transaction, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ isYoung: boolean }>`
    select exists (
      select from merchant_activities
      where merchant_id = ${merchantId} and kind = 'added' and actor_kind = 'admin'
        and at > moment() - make_interval(days => ${YOUNG_DAYS})
    ) or exists (
      select from merchant_payout_channels
      where merchant_id = ${merchantId} and set_at > moment() - make_interval(days => ${YOUNG_DAYS})
    ) as "isYoung"`.execute(tx);
  return rows[0]?.isYoung ?? false;
}
