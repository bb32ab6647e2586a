import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Decision } from './decision-store.ts';
import type { SettlementKey } from './store.ts';

export type BankOrder = SettlementKey & {
  attemptId: string;
  batchId: string;
  merchantCode: string;
  businessName: string;
  channel: unknown;
  netCents: bigint;
  startedAt: Date;
};

/** An approved bank batch that is in no file. One that is marked already was paid outside a file. */
const FOR_BANK = sql`a.state = 'MANUAL' and a.bank_file is null and s.status = 'PROCESSING'
  and not exists (
    select from settlement_decisions d
    where d.merchant_id = s.merchant_id and d.settlement_id = s.id and d.closed_as is null
  )`;

const OF_ATTEMPT = sql`settlement_attempts a
  join settlements s on s.merchant_id = a.merchant_id and s.id = a.settlement_id`;

/** Locks the oldest approved batches for the next bank file. Files are made one at a time. */
export async function lockBankOrders(tx: Transaction, limit: number): Promise<BankOrder[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank file', 0))`.execute(tx);
  const { rows } = await sql<BankOrder>`
    select s.merchant_id as "merchantId", s.id as "settlementId", a.id as "attemptId", s.batch_id as "batchId",
      m.merchant_code as "merchantCode", m.business_name as "businessName", a.channel,
      s.amount_cents - s.fee_cents as "netCents", a.started_at as "startedAt"
    from ${OF_ATTEMPT}
    join merchants m on m.id = s.merchant_id
    where ${FOR_BANK}
    order by a.started_at, s.id limit ${limit} for update of s, a`.execute(tx);
  return rows;
}

export async function countWaitingForBank(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${OF_ATTEMPT} where ${FOR_BANK}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Stores a file under the next number of the day, and its number with each of its attempts. */
export async function insertBankFile(
  tx: Transaction,
  file: { id: string; madeBy: string; day: string; orders: readonly BankOrder[]; content: Buffer },
): Promise<string> {
  const { id, madeBy, orders, content } = file;
  const prefix = `BF-${file.day.replaceAll('-', '')}-`;
  const amountCents = orders.reduce((total, { netCents }) => total + netCents, 0n);
  const { rows } = await sql<{ number: string }>`
    insert into settlement_bank_files (id, number, made_by, batches, amount_cents, content)
    select ${id}, ${prefix} || (count(*) + 1), ${madeBy}, ${orders.length}, ${amountCents}, ${content}
    from settlement_bank_files where number like ${`${prefix}%`}
    returning number`.execute(tx);
  const number = rows[0]?.number;
  if (number === undefined) throw new Error('the bank file was not stored');
  await sql`
    update settlement_attempts a set bank_file = ${number}
    from unnest(
      ${orders.map(({ merchantId }) => merchantId)}::uuid[], ${orders.map(({ attemptId }) => attemptId)}::uuid[]
    ) as o (merchant_id, id)
    where a.merchant_id = o.merchant_id and a.id = o.id`.execute(tx);
  return number;
}

export type BankFileRow = {
  id: string;
  number: string;
  madeBy: string;
  madeAt: Date;
  batches: number;
  amountCents: bigint;
  paid: number;
  notPaid: number;
  open: number;
  instant: string;
};

/**
 * Lists bank files, newest first, with the states of their attempts.
 * @param only.number the only file to list
 */
export async function listBankFileRows(
  db: Db,
  { after, limit, number }: { after?: Place | undefined; limit: number; number?: string },
): Promise<BankFileRow[]> {
  const isAfter = after ? sql`(made_at, id) < (${after.instant}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<BankFileRow>`
    select f.id, f.number, m.name as "madeBy", f.made_at as "madeAt", f.batches, f.amount_cents as "amountCents",
      a.paid, a.not_paid as "notPaid", a.open, f.made_at::text as instant
    from (
      select id, number, made_by, made_at, batches, amount_cents from settlement_bank_files
      where ${isAfter} and ${number === undefined ? sql`true` : sql`number = ${number}`}
      order by made_at desc, id desc limit ${limit}
    ) f
    join administrators m on m.id = f.made_by
    cross join lateral (
      select count(*) filter (where state = 'PAID')::int as paid,
        count(*) filter (where state = 'FAILED')::int as not_paid,
        count(*) filter (where state = 'MANUAL')::int as open
      from settlement_attempts where bank_file = f.number
    ) a
    order by f.made_at desc, f.id desc`.execute(db);
  return rows;
}

export async function readBankFileContent(db: Db, number: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from settlement_bank_files where number = ${number}`.execute(db);
  return rows[0]?.content;
}

export type BankFileMark = SettlementKey &
  Pick<Decision, 'id' | 'outcome' | 'reference' | 'reason' | 'proposedBy' | 'proposedByName'> & {
    bankFile: string;
  };

/** Lists marks on batches of these files that wait for a second administrator. */
export async function listBankFileMarks(db: Db, numbers: readonly string[]): Promise<BankFileMark[]> {
  const { rows } = await sql<BankFileMark>`
    select a.bank_file as "bankFile", a.merchant_id as "merchantId", a.settlement_id as "settlementId", d.id,
      d.outcome, d.reference, d.reason, d.proposed_by as "proposedBy", p.name as "proposedByName"
    from settlement_attempts a
    join settlement_decisions d on d.merchant_id = a.merchant_id and d.attempt_id = a.id and d.closed_as is null
    join administrators p on p.id = d.proposed_by
    where a.bank_file = any(${numbers}::text[])
    order by d.proposed_at, d.id`.execute(db);
  return rows;
}

/** Lists the batches of a file whose outcome is not confirmed. */
export async function listOpenInBankFile(db: Db, number: string): Promise<SettlementKey[]> {
  const { rows } = await sql<SettlementKey>`
    select merchant_id as "merchantId", settlement_id as "settlementId" from settlement_attempts
    where bank_file = ${number} and state = 'MANUAL' order by started_at, id`.execute(db);
  return rows;
}

/**
 * Finds the bank files of these attempts.
 * @returns numbers by attempt
 */
export async function findBankFiles(db: Db, attemptIds: readonly string[]): Promise<Map<string, string>> {
  if (attemptIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; number: string }>`
    select id, bank_file as number from settlement_attempts
    where id = any(${attemptIds}::uuid[]) and bank_file is not null and state <> 'FAILED'`.execute(db);
  return new Map(rows.map(({ id, number }) => [id, number]));
}
