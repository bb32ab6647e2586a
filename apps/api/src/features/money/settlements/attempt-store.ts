import { sql, type InsertObject, type UpdateObject } from 'kysely';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { nextPollBackoff } from '../../../platform/db/next-poll-backoff.ts';
import { readDestination, type Destination, type Method } from './destination.ts';
import type { SettlementKey } from './store.ts';

export type AttemptKey = { merchantId: string; attemptId: string };

/** SENDING: it may have been sent. MANUAL: an administrator pays it. */
export type AttemptState = 'INTENT' | 'SENDING' | 'SENT' | 'MANUAL' | 'PAID' | 'FAILED';

const COLUMNS = [
  'merchant_id as merchantId',
  'id',
  'settlement_id as settlementId',
  'method',
  'channel',
  'state',
  'sends',
  'conversation_id as conversationId',
  'provider_originator_id as providerOriginatorId',
  'reference',
  'result_code as resultCode',
  'failure_reason as failureReason',
  'started_at as startedAt',
  'ended_at as endedAt',
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
  return db
    .selectFrom('settlement_attempts')
    .select(COLUMNS)
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.attemptId)
    .executeTakeFirst();
}

function toAttempt({ channel, ...row }: NonNullable<Row>): Attempt {
  const method = row.method as Method;
  return { ...row, method, state: row.state as AttemptState, destination: readDestination(channel) };
}

/** Every attempt of a batch, the oldest first. */
export async function listAttempts(db: Db, key: SettlementKey): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('settlement_attempts')
    .select(COLUMNS)
    .where('merchant_id', '=', key.merchantId)
    .where('settlement_id', '=', key.settlementId)
    .orderBy('started_at')
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

/**
 * Claims the send, and records that it may have been sent. What M-PESA pays once per id (B2C) may be
 * sent again while it is not acknowledged; anything else is sent once.
 * @returns which send this is, counted from 1; undefined when it is not ours to send
 */
export async function claimSend(tx: Transaction, key: AttemptKey): Promise<number | undefined> {
  const { rows } = await sql<{ sends: number }>`
    update settlement_attempts set state = 'SENDING', sends = sends + 1
    where merchant_id = ${key.merchantId} and id = ${key.attemptId}
      and (state = 'INTENT' or (state = 'SENDING' and method = 'b2c'))
    returning sends`.execute(tx);
  return rows[0]?.sends;
}

/** This send never reached M-PESA. Another one meanwhile may have: then nothing is known. */
export async function takeBackSend(db: Db, key: AttemptKey, send: number): Promise<void> {
  await sql`
    update settlement_attempts set sends = sends - 1, state = case when sends = 1 then 'INTENT' else state end,
      next_query_at = moment() + interval '15 seconds'
    where merchant_id = ${key.merchantId} and id = ${key.attemptId} and state = 'SENDING' and sends = ${send}`.execute(
    db,
  );
}

/** M-PESA has the order. Its result may have arrived before this answer: what it resolved stays resolved. */
export async function recordSent(
  db: Db,
  key: AttemptKey,
  ids: { conversationId?: string; providerOriginatorId?: string },
): Promise<void> {
  await sql`
    update settlement_attempts set state = 'SENT',
      conversation_id = coalesce(${ids.conversationId ?? null}, conversation_id),
      provider_originator_id = coalesce(${ids.providerOriginatorId ?? null}, provider_originator_id),
      next_query_at = moment() + interval '15 seconds'
    where merchant_id = ${key.merchantId} and id = ${key.attemptId} and state in ('SENDING', 'SENT')`.execute(
    db,
  );
}

/** Claims open attempts that are due for a poll and postpones the next one, so that no other worker polls too. */
export async function takeAttemptsToQuery(
  db: Db,
  limit: number,
): Promise<(AttemptKey & { openSeconds: number })[]> {
  const { rows } = await sql<AttemptKey & { openSeconds: number }>`
    with due as (
      select merchant_id, id from settlement_attempts
      where next_query_at <= moment()
      order by next_query_at limit ${limit}
      for update skip locked
    )
    update settlement_attempts a set ${nextPollBackoff}
    from due where a.merchant_id = due.merchant_id and a.id = due.id
    returning a.merchant_id as "merchantId", a.id as "attemptId",
      extract(epoch from moment() - a.started_at)::int as "openSeconds"`.execute(db);
  return rows;
}
