import { sql, type InsertObject } from 'kysely';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { recordRefundState } from './refund-state-store.ts';

export type RefundKey = { homeId: string; refundId: string };
export type Refund = {
  homeId: string;
  id: string;
  source: 'voucher' | 'suspense';
  voucherId: string | null;
  reviewId: string | null;
  buyerId: string | null;
  amountCents: bigint;
  feeCents: bigint;
  status: 'PENDING' | 'COMPLETED' | 'CANCELED';
  returnedTo: 'mpesa' | 'wallet' | 'suspense' | null;
  originalReceipt: string | null;
  mpesaReceipt: string | null;
  createdAt: Date;
};

const REFUND = sql`
  home_id as "homeId", id, source, voucher_id as "voucherId", review_id as "reviewId", buyer_id as "buyerId",
  amount_cents as "amountCents", fee_cents as "feeCents", status, returned_to as "returnedTo",
  original_receipt as "originalReceipt", mpesa_receipt as "mpesaReceipt", created_at as "createdAt"`;

/**
 * Inserts a refund.
 * @returns false if the refund already exists, after a commit whose answer was lost
 */
export async function insertRefund(
  tx: Transaction,
  row: InsertObject<Database, 'refunds'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('refunds')
    .values(row)
    .onConflict((conflict) => conflict.constraint('refunds_pkey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findRefund(db: Db, { homeId, refundId }: RefundKey): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    select ${REFUND} from refunds where home_id = ${homeId} and id = ${refundId}`.execute(db);
  return rows[0];
}

/** Finds a refund by its public id, which administrators use. */
export async function findRefundById(db: Db, refundId: string): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`select ${REFUND} from refunds where id = ${refundId}`.execute(db);
  return rows[0];
}

/** Reads the recipient and the paying number of a refunded gift; M-PESA may show that number only masked. */
export async function readRefundedGift(
  db: Db,
  homeId: string,
): Promise<{ recipientName: string; payer: string } | undefined> {
  const { rows } = await sql<{ recipientName: string; payer: string }>`
    select v.recipient_name as "recipientName", coalesce(p.paid_from, p.payer_msisdn) as payer
    from vouchers v join purchases p on p.home_id = v.id and p.id = v.purchase_id
    where v.id = ${homeId}`.execute(db);
  return rows[0];
}

/** Returns true if M-PESA has reversed the payment behind a voucher by our order, or still may. */
export async function isGivenBack(db: Db, voucherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refunds
    where voucher_id = ${voucherId} and (status = 'PENDING' or returned_to = 'mpesa')`.execute(db);
  return rows.length > 0;
}

/** Returns true if the buyer cancelled the gift before it was sent. */
export async function isCancelledBy(
  db: Db,
  { userId, voucherId }: { userId: string; voucherId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from refunds
    where voucher_id = ${voucherId} and buyer_id = ${userId} and requested_by is null`.execute(db);
  return rows.length > 0;
}

/** Counts a buyer's cancelled gifts of today in Nairobi. */
export async function countCancellationsToday(tx: Transaction, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from refunds
    where buyer_id = ${userId} and requested_by is null
      and created_at >= date_trunc('day', moment(), 'Africa/Nairobi')`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Locks a refund; every change of a refund, and every send of its order, needs this lock. */
export async function lockRefund(tx: Transaction, { homeId, refundId }: RefundKey): Promise<Refund> {
  const { rows } = await sql<Refund>`
    select ${REFUND} from refunds where home_id = ${homeId} and id = ${refundId} for update`.execute(tx);
  if (!rows[0]) throw new Error(`refund ${refundId} does not exist`);
  return rows[0];
}

export async function resolveRefund(
  tx: Transaction,
  { homeId, id, voucherId }: Refund,
  resolved: {
    status: 'COMPLETED' | 'CANCELED';
    returnedTo: 'mpesa' | 'wallet' | 'suspense';
    mpesaReceipt?: string | undefined;
  },
): Promise<void> {
  await sql`
    update refunds set status = ${resolved.status}, returned_to = ${resolved.returnedTo},
      mpesa_receipt = ${resolved.mpesaReceipt ?? null}, settled_at = moment()
    where home_id = ${homeId} and id = ${id}`.execute(tx);
  if (voucherId !== null) await recordRefundState(tx, voucherId);
}

/**
 * Stores the receipt from a late result of the first order. A repeated order had found the payment reversed, without
 * a receipt.
 */
export async function recordReversalReceipt(tx: Transaction, refund: Refund, receipt: string): Promise<void> {
  await sql`
    update refunds set mpesa_receipt = ${receipt}
    where home_id = ${refund.homeId} and id = ${refund.id} and mpesa_receipt is null`.execute(tx);
}
