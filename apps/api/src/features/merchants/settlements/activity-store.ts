import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { SettlementKey } from './store.ts';

export type ActivityKind =
  | 'MADE'
  | 'STARTED'
  | 'PAID'
  | 'FAILED'
  | 'CANCELED'
  | 'PROPOSED'
  | 'CONFIRMED'
  | 'TURNED_DOWN';

/**
 * Adds an entry to a batch's history.
 * @param by the administrator; absent if the system acted
 */
export async function recordActivity(
  tx: Transaction,
  { merchantId, settlementId }: SettlementKey,
  activity: { kind: ActivityKind; by?: string | undefined; reason?: string | undefined },
): Promise<void> {
  const { kind, by, reason } = activity;
  await tx
    .insertInto('settlement_activities')
    .values({
      merchant_id: merchantId,
      settlement_id: settlementId,
      id: newId(),
      kind,
      administrator_id: by ?? null,
      reason: reason ?? null,
    })
    .execute();
}

export type Activity = { at: Date; kind: ActivityKind; reason: string | null; byName: string | null };

/** Lists the history of a batch, oldest first. */
export async function listActivities(db: Db, key: SettlementKey): Promise<Activity[]> {
  const rows = await db
    .selectFrom('settlement_activities as a')
    .leftJoin('administrators as who', 'who.id', 'a.administrator_id')
    .select(['a.at', 'a.kind', 'a.reason', 'who.name as byName'])
    .where('a.merchant_id', '=', key.merchantId)
    .where('a.settlement_id', '=', key.settlementId)
    .orderBy('a.at')
    .orderBy('a.id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as ActivityKind }));
}
