import { sql, type RawBuilder } from 'kysely';
import type { AdjustmentFilters, AdjustmentStatus } from '@zawadi/contract';
import type { Transaction, Db } from '../../../platform/db/database.ts';
import type { Place } from '../../../platform/cursor.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';

export type AdjustmentKey = { merchantId: string; adjustmentId: string };

export type AdjustmentRecord = AdjustmentKey & {
  /** Positive for a credit to the merchant. */
  amountCents: bigint;
  reason: string;
  /** Id of the approval; null if the adjustment needs no second administrator. */
  approvalId: string | null;
  isPosted: boolean;
};

export type AdjustmentRow = AdjustmentKey & {
  merchantCode: string;
  businessName: string;
  amountCents: bigint;
  reason: string;
  status: AdjustmentStatus;
  requestedByName: string;
  requestedAt: Date;
  approvalId: string | null;
  decidedByName: string | null;
  place: Place;
};

const STATUS = sql<AdjustmentStatus>`
  case when a.posted_at is not null then 'Posted' when p.closed_as = 'REJECTED' then 'Rejected'
    when p.closed_as = 'EXPIRED' or p.expires_at <= moment() then 'Expired' else 'Waiting' end`;

export async function lockAdjustment(
  tx: Transaction,
  { merchantId, adjustmentId }: AdjustmentKey,
): Promise<AdjustmentRecord | undefined> {
  const { rows } = await sql<AdjustmentRecord>`
    select merchant_id as "merchantId", id as "adjustmentId", amount_cents as "amountCents", reason,
      approval_id as "approvalId", posted_at is not null as "isPosted"
    from adjustments where merchant_id = ${merchantId} and id = ${adjustmentId} for update`.execute(tx);
  return rows[0];
}

export async function insertAdjustment(
  tx: Transaction,
  adjustment: AdjustmentRecord & { requestedBy: string },
): Promise<void> {
  await sql`
    insert into adjustments (merchant_id, id, amount_cents, reason, requested_by, approval_id, posted_at)
    values (
      ${adjustment.merchantId}, ${adjustment.adjustmentId}, ${adjustment.amountCents}, ${adjustment.reason},
      ${adjustment.requestedBy}, ${adjustment.approvalId}, case when ${adjustment.isPosted} then moment() end
    )`.execute(tx);
}

export async function markPosted(
  tx: Transaction,
  { merchantId, adjustmentId }: AdjustmentKey,
): Promise<void> {
  await sql`
    update adjustments set posted_at = moment() where merchant_id = ${merchantId} and id = ${adjustmentId}`.execute(
    tx,
  );
}

/** Lists adjustments, newest first. */
export async function listRows(
  db: Db,
  { merchantId, status, from, to }: AdjustmentFilters,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<AdjustmentRow[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (merchantId) conditions.push(sql`a.merchant_id = ${merchantId}`);
  if (status === 'Posted') conditions.push(sql`a.posted_at is not null`);
  else if (status) conditions.push(sql`a.posted_at is null and ${STATUS} = ${status}`);
  if (from) conditions.push(sql`a.requested_at >= ${beginningOfNairobiDay(from)}`);
  if (to) {
    conditions.push(sql`a.requested_at < ${beginningOfNairobiDay(to)}::timestamptz + interval '1 day'`);
  }
  if (after)
    conditions.push(sql`(a.requested_at, a.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  return select(db, sql`${sql.join(conditions, sql` and `)}`, limit);
}

export async function findRow(
  db: Db,
  { merchantId, adjustmentId }: AdjustmentKey,
): Promise<AdjustmentRow | undefined> {
  const [row] = await select(db, sql`a.merchant_id = ${merchantId} and a.id = ${adjustmentId}`, 1);
  return row;
}

async function select(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<AdjustmentRow[]> {
  const { rows } = await sql<Omit<AdjustmentRow, 'place'> & { instant: string }>`
    select a.id as "adjustmentId", a.merchant_id as "merchantId", m.merchant_code as "merchantCode",
      m.business_name as "businessName", a.amount_cents as "amountCents", a.reason, ${STATUS} as status,
      maker.name as "requestedByName", a.requested_at as "requestedAt", a.approval_id as "approvalId",
      checker.name as "decidedByName", a.requested_at::text as instant
    from adjustments a
    join merchants m on m.id = a.merchant_id
    join administrators maker on maker.id = a.requested_by
    left join approvals p on p.id = a.approval_id
    left join administrators checker on checker.id = p.closed_by
    where ${condition}
    order by a.requested_at desc, a.id desc limit ${limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.adjustmentId } }));
}
