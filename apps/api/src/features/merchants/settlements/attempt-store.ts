import type { InsertObject, UpdateObject } from 'kysely';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { readDestination, type Destination, type Method } from './destination.ts';
import type { SettlementKey } from './store.ts';

export type AttemptKey = { merchantId: string; attemptId: string };

/** OPEN: ordered from M-PESA. MANUAL: an administrator pays it. */
export type AttemptState = 'OPEN' | 'MANUAL' | 'PAID' | 'FAILED';

const COLUMNS = [
  'a.merchant_id as merchantId',
  'a.id',
  'a.settlement_id as settlementId',
  's.batch_id as batchId',
  'a.method',
  'a.channel',
  'a.state',
  'a.reference',
  'a.failure_reason as failureReason',
  'a.started_at as startedAt',
  'a.ended_at as endedAt',
  'o.state as orderState',
  'o.conversation_id as conversationId',
  'o.result_code as resultCode',
] as const;

type Row = Awaited<ReturnType<typeof selectRow>>;

export type Attempt = Omit<NonNullable<Row>, 'method' | 'state' | 'channel'> & {
  method: Method;
  state: AttemptState;
  destination: Destination;
};

export async function findAttempt(db: Db, key: AttemptKey): Promise<Attempt | undefined> {
  const row = await selectRow(db, key);
  return row && toAttempt(row);
}

function selectRow(db: Db, key: AttemptKey) {
  return selectAttempts(db, key.merchantId).where('a.id', '=', key.attemptId).executeTakeFirst();
}

/** Selects attempts with their batch and, if there is one, their M-PESA order. */
function selectAttempts(db: Db, merchantId: string) {
  return db
    .selectFrom('settlement_attempts as a')
    .innerJoin('settlements as s', (join) =>
      join.onRef('s.merchant_id', '=', 'a.merchant_id').onRef('s.id', '=', 'a.settlement_id'),
    )
    .leftJoin('orders as o', (join) =>
      join.onRef('o.home_id', '=', 'a.merchant_id').onRef('o.id', '=', 'a.id'),
    )
    .select(COLUMNS)
    .where('a.merchant_id', '=', merchantId);
}

function toAttempt({ channel, ...row }: NonNullable<Row>): Attempt {
  const method = row.method as Method;
  return { ...row, method, state: row.state as AttemptState, destination: readDestination(channel) };
}

/** Lists every attempt of a batch, oldest first. */
export async function listAttempts(db: Db, key: SettlementKey): Promise<Attempt[]> {
  const rows = await selectAttempts(db, key.merchantId)
    .where('a.settlement_id', '=', key.settlementId)
    .orderBy('a.started_at')
    .execute();
  return rows.map(toAttempt);
}

export async function insertAttempt(
  tx: Transaction,
  row: InsertObject<Database, 'settlement_attempts'>,
): Promise<void> {
  await tx.insertInto('settlement_attempts').values(row).execute();
}

export async function updateAttempt(
  tx: Transaction,
  key: AttemptKey,
  change: UpdateObject<Database, 'settlement_attempts'>,
): Promise<void> {
  await tx
    .updateTable('settlement_attempts')
    .set(change)
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.attemptId)
    .execute();
}
