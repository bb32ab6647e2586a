import { sql, type InsertObject, type UpdateObject } from 'kysely';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { readDestination, type Destination, type Method } from './destination.ts';

export type SettlementKey = { merchantId: string; settlementId: string };
export type SettlementState = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELED';

const COLUMNS = [
  'merchant_id as merchantId',
  'id',
  'batch_id as batchId',
  'amount_cents as amountCents',
  'fee_cents as feeCents',
  'transaction_count as transactionCount',
  'cut_off_at as cutOffAt',
  'status',
  'channel',
  'method',
  'shown_as as shownAs',
  'needs_approval as needsApproval',
  'attempt_id as attemptId',
  'failure_reason as failureReason',
  'reference',
  'next_attempt_at as nextAttemptAt',
  'created_at as createdAt',
  'completed_at as completedAt',
] as const;

export type SettlementRecord = Omit<
  Awaited<ReturnType<typeof lockRow>>,
  'status' | 'method' | 'shownAs' | 'channel'
> & {
  status: SettlementState;
  method: Method;
  shownAs: 'M-Pesa' | 'Bank Transfer';
  destination: Destination;
};

/** Converts a database row into a batch. The table's checks guarantee these types. */
export function toRecord(row: Awaited<ReturnType<typeof lockRow>>): SettlementRecord {
  const { channel, ...rest } = row;
  return {
    ...rest,
    status: row.status as SettlementState,
    method: row.method as Method,
    shownAs: row.shownAs as SettlementRecord['shownAs'],
    destination: readDestination(channel),
  };
}

/** Locks a batch. Every change to the batch or its attempts needs this lock. */
export async function lockSettlement(tx: Transaction, key: SettlementKey): Promise<SettlementRecord> {
  return toRecord(await lockRow(tx, key));
}

function lockRow(tx: Transaction, key: SettlementKey) {
  return selectSettlements(tx)
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.settlementId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function selectSettlements(db: Db) {
  return db.selectFrom('settlements').select(COLUMNS);
}

export async function findSettlement(db: Db, key: SettlementKey): Promise<SettlementRecord | undefined> {
  const row = await selectSettlements(db)
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.settlementId)
    .executeTakeFirst();
  return row && toRecord(row);
}

/**
 * Finds a batch by its public id.
 * @param merchantId the merchant that must own the batch; undefined allows any
 */
export async function findByBatchId(
  db: Db,
  batchId: string,
  merchantId?: string,
): Promise<SettlementRecord | undefined> {
  const found = selectSettlements(db).where('batch_id', '=', batchId);
  const row = await (merchantId ? found.where('merchant_id', '=', merchantId) : found).executeTakeFirst();
  return row && toRecord(row);
}

export async function insertSettlement(
  tx: Transaction,
  row: InsertObject<Database, 'settlements'>,
): Promise<void> {
  await tx.insertInto('settlements').values(row).execute();
}

export async function updateSettlement(
  tx: Transaction,
  key: SettlementKey,
  change: UpdateObject<Database, 'settlements'>,
): Promise<void> {
  await tx
    .updateTable('settlements')
    .set(change)
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.settlementId)
    .execute();
}

/** Lists batches that may be paid without approval, oldest first. Excludes suspended merchants. */
export async function listPayable(
  db: Db,
  limit: number,
  only: { merchantId?: string } = {},
): Promise<SettlementKey[]> {
  const { rows } = await sql<SettlementKey>`
    select s.merchant_id as "merchantId", s.id as "settlementId"
    from settlements s join merchants m on m.id = s.merchant_id
    where s.next_attempt_at <= moment() and s.status = 'PENDING' and m.status in ('ACTIVE', 'INACTIVE')
      and m.settlements_held_since is null
      and (${only.merchantId ?? null}::uuid is null or s.merchant_id = ${only.merchantId ?? null})
    order by s.next_attempt_at, s.id limit ${limit}`.execute(db);
  return rows;
}
