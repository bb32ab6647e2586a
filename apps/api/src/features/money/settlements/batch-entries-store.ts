import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import type { SettlementKey } from './store.ts';

export type BatchEntry = {
  id: string;
  /** The home of the transfer, which is the voucher where there is one. */
  homeId: string;
  kind: string;
  amountCents: bigint;
  postedAt: Date;
  /** Of what redeemed a voucher or took that back. */
  redemptionId: string | undefined;
  place: Place;
};

/** What is in a batch, oldest first. */
export async function listEntries(
  db: Db,
  { merchantId, settlementId }: SettlementKey,
  page: { after?: Place; limit: number },
): Promise<BatchEntry[]> {
  const after = page.after
    ? sql`and (posted_at, transfer_id) > (${page.after.instant}::timestamptz, ${page.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<Omit<BatchEntry, 'place' | 'redemptionId'> & { instant: string }>`
    select transfer_id as id, home_id as "homeId", kind, amount_cents as "amountCents", posted_at as "postedAt",
      posted_at::text as instant
    from settlement_entries
    where merchant_id = ${merchantId} and settlement_id = ${settlementId} ${after}
    order by posted_at, transfer_id limit ${page.limit}`.execute(db);
  const redemptions = await redemptionsByTransfer(
    db,
    merchantId,
    rows.map(({ homeId }) => homeId),
  );
  return rows.map(({ instant, ...row }) => ({
    ...row,
    redemptionId: redemptions.get(row.id),
    place: { instant, id: row.id },
  }));
}

/** An entry is a transfer, whose id follows from what it was posted for. */
async function redemptionsByTransfer(
  db: Db,
  merchantId: string,
  homeIds: readonly string[],
): Promise<Map<string, string>> {
  if (homeIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string }>`
    select id from redemptions
    where voucher_id = any(${[...new Set(homeIds)]}::uuid[]) and merchant_id = ${merchantId}`.execute(db);
  return new Map(
    rows.flatMap(({ id }) => [
      [derivedId('redemption', id, 'value'), id] as const,
      [derivedId('redemption_reversed', id, 'value'), id] as const,
      [derivedId('redemption_reversed', id, 'out'), id] as const,
    ]),
  );
}

export type DaySum = { day: string; kind: string; count: number; amountCents: bigint };

/** What a batch holds of each day in Nairobi and each kind, oldest first. */
export async function sumByDay(db: Db, { merchantId, settlementId }: SettlementKey): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select (posted_at at time zone 'Africa/Nairobi')::date::text as day, kind, count(*)::int as count,
      sum(amount_cents)::bigint as "amountCents"
    from settlement_entries
    where merchant_id = ${merchantId} and settlement_id = ${settlementId}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export type BankOrder = {
  batchId: string;
  merchantCode: string;
  businessName: string;
  channel: unknown;
  netCents: bigint;
  startedAt: Date;
};

/** Approved batches that are paid through the bank and not marked yet, oldest first. */
export async function listBankOrders(db: Db): Promise<BankOrder[]> {
  const { rows } = await sql<BankOrder>`
    select s.batch_id as "batchId", m.merchant_code as "merchantCode", m.business_name as "businessName", a.channel,
      s.amount_cents - s.fee_cents as "netCents", a.started_at as "startedAt"
    from settlement_attempts a
    join settlements s on s.merchant_id = a.merchant_id and s.id = a.settlement_id
    join merchants m on m.id = s.merchant_id
    where a.state = 'MANUAL' and s.status = 'PROCESSING'
    order by a.started_at, s.id`.execute(db);
  return rows;
}
