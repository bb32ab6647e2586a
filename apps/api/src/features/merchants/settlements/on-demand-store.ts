import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Sums the batches that a merchant's owner asked for today, in Nairobi, in cents. Canceled ones do not count. */
export async function sumOnDemandToday(db: Db, merchantId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from settlements
    where merchant_id = ${merchantId} and on_demand_by is not null and status <> 'CANCELED'
      and created_at >= date_trunc('day', moment(), 'Africa/Nairobi')`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/**
 * Whether a thief might be behind a pay-out on demand: the channel is younger than seven days, or within seven days an
 * administrator changed the contact, reset the owner's password or credited the merchant.
 */
export async function isChannelYoung(
  db: Db,
  { merchantId, version }: { merchantId: string; version: number },
): Promise<boolean> {
  const { rows } = await sql<{ isYoung: boolean }>`
    select payout_channel_needs_approval(${merchantId}) or exists (
      select from merchant_payout_channels
      where merchant_id = ${merchantId} and version = ${version} and effective_at > moment() - interval '7 days'
    ) as "isYoung"`.execute(db);
  return rows[0]?.isYoung ?? true;
}

export type OnTheWay = {
  batchId: string;
  netCents: bigint;
  channel: unknown;
  status: 'PENDING' | 'PROCESSING';
  needsApproval: boolean;
  nextAttemptAt: Date | null;
};

/** Lists a merchant's pending and processing batches, oldest first. */
export async function listOnTheWay(db: Db, merchantId: string, limit: number): Promise<OnTheWay[]> {
  const { rows } = await sql<OnTheWay>`
    select batch_id as "batchId", amount_cents - fee_cents as "netCents", channel, status,
      needs_approval as "needsApproval", next_attempt_at as "nextAttemptAt"
    from settlements where merchant_id = ${merchantId} and status in ('PENDING', 'PROCESSING')
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
}
