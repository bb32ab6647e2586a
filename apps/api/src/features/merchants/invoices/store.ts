import { sql, type RawBuilder } from 'kysely';
import { closedDay } from '../../../platform/db/closed-days.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { account } from '../../services/postings/index.ts';
import type { InvoiceContent } from './content.ts';

const beginningOf = (day: RawBuilder<unknown>) => sql`((${day})::timestamp at time zone 'Africa/Nairobi')`;

// The month of the first open day: the day after the last closed one.
const firstOpenMonth = sql`date_trunc('month', ${closedDay} + 1)::date`;

type FeesOfMonth = { month: string; merchantId: string; feeCents: bigint };

/**
 * Reads fees without an invoice in finished, incomplete months, sorted by month and merchant code.
 * @param firstMonth `yyyy-MM`, the earliest month to read
 */
export async function readFeesToInvoice(db: Db, firstMonth: string): Promise<FeesOfMonth[]> {
  const { rows } = await sql<FeesOfMonth>`
    select to_char(m.month, 'YYYY-MM') as month, f.merchant_id as "merchantId", f.fee_cents as "feeCents"
    from (
      select s::date as month
      from generate_series(${`${firstMonth}-01`}::timestamp, ${firstOpenMonth} - 1, '1 month') s
      where not exists (select from invoice_months d where d.month = s::date)
    ) m
    cross join lateral (
      select home_id as merchant_id, sum(amount_cents)::bigint as fee_cents from ledger.transfers
      where credit = ${account.settlementFee} and posted_at >= ${beginningOf(sql`m.month`)}
        and posted_at < ${beginningOf(sql`m.month + interval '1 month'`)}
      group by home_id
    ) f
    join merchants shop on shop.id = f.merchant_id
    where not exists (select from invoices i where i.merchant_id = f.merchant_id and i.month = m.month)
    order by m.month, shop.merchant_code`.execute(db);
  return rows;
}

type FeeLine = { batchId: string; paidAt: Date; amountCents: bigint; feeCents: bigint };

/** Reads a merchant's settlement fees of one month, one line per batch, in posting order. */
export async function readFeeLines(
  db: Db,
  { merchantId, month }: Pick<FeesOfMonth, 'merchantId' | 'month'>,
): Promise<FeeLine[]> {
  const first = sql`${`${month}-01`}::date`;
  const { rows } = await sql<FeeLine>`
    select s.batch_id as "batchId", t.posted_at as "paidAt", s.amount_cents as "amountCents",
      t.amount_cents as "feeCents"
    from ledger.transfers t
    join settlements s on s.merchant_id = t.home_id and s.id = right(t.debit, 36)::uuid
    where t.credit = ${account.settlementFee} and t.home_id = ${merchantId}
      and t.posted_at >= ${beginningOf(first)} and t.posted_at < ${beginningOf(sql`${first} + interval '1 month'`)}
    order by t.posted_at, s.batch_id`.execute(db);
  return rows;
}

/**
 * Inserts an invoice under the next number.
 * @returns its number; `null` if another process has already issued this invoice
 */
export async function insertInvoice(
  tx: Transaction,
  of: {
    id: string;
    merchantId: string;
    month: string;
    feeCents: bigint;
    vatCents: bigint;
    content: InvoiceContent;
  },
): Promise<number | null> {
  const json = JSON.stringify(of.content, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const { rows } = await sql<{ number: number | null }>`
    select issue_invoice(${of.id}, ${of.merchantId}, ${`${of.month}-01`}, ${of.feeCents}, ${of.vatCents},
      ${json}::jsonb) as number`.execute(tx);
  return rows[0]?.number ?? null;
}

/** Marks a month as complete, so that later runs skip it. Call this once all its invoices are issued. */
export async function completeMonth(db: Db, month: string): Promise<void> {
  await sql`insert into invoice_months (month) values (${`${month}-01`}) on conflict do nothing`.execute(db);
}

/** Reads the last finished month, `yyyy-MM`. */
export async function lastMonthOver(db: Db): Promise<string> {
  const { rows } = await sql<{ month: string }>`
    select to_char(${firstOpenMonth} - 1, 'YYYY-MM') as month`.execute(db);
  return rows[0]?.month ?? '';
}

export type InvoiceRecord = {
  number: number;
  month: string;
  issuedAt: Date;
  merchantId: string;
  merchantCode: string;
  buyerName: string;
  feeCents: bigint;
  vatCents: bigint;
  etimsNumber: string | null;
};

export type Scope = {
  merchantId?: string | undefined;
  month?: string | undefined;
  merchantCode?: string | undefined;
  etims?: 'missing' | 'entered' | undefined;
};

const records = sql`
  select i.number, to_char(i.month, 'YYYY-MM') as month, i.issued_at as "issuedAt",
    i.merchant_id as "merchantId", m.merchant_code as "merchantCode",
    i.content -> 'buyer' ->> 'name' as "buyerName", i.fee_cents as "feeCents", i.vat_cents as "vatCents",
    i.etims_number as "etimsNumber"
  from invoices i join merchants m on m.id = i.merchant_id`;

function within({ merchantId, month, merchantCode, etims }: Scope): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (merchantId !== undefined) conditions.push(sql`i.merchant_id = ${merchantId}`);
  if (month !== undefined) conditions.push(sql`i.month = ${`${month}-01`}::date`);
  if (merchantCode !== undefined) conditions.push(sql`m.merchant_code = upper(${merchantCode})`);
  if (etims === 'missing') conditions.push(sql`i.etims_number is null`);
  if (etims === 'entered') conditions.push(sql`i.etims_number is not null`);
  return sql.join(conditions, sql` and `);
}

/**
 * Lists invoices, newest first.
 * @param page.after number of the previous page's last row; undefined for the first page
 */
export async function listRecords(
  db: Db,
  scope: Scope,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<InvoiceRecord[]> {
  const below = after === undefined ? sql`true` : sql`i.number < ${after}`;
  const { rows } = await sql<InvoiceRecord>`
    ${records} where ${within(scope)} and ${below} order by i.number desc limit ${limit}`.execute(db);
  return rows;
}

export async function sumRecords(
  db: Db,
  scope: Scope,
): Promise<{ count: number; feeCents: bigint; vatCents: bigint }> {
  const { rows } = await sql<{ count: number; feeCents: bigint; vatCents: bigint }>`
    select count(*)::int as count, coalesce(sum(i.fee_cents), 0)::bigint as "feeCents",
      coalesce(sum(i.vat_cents), 0)::bigint as "vatCents"
    from invoices i join merchants m on m.id = i.merchant_id where ${within(scope)}`.execute(db);
  return rows[0] ?? { count: 0, feeCents: 0n, vatCents: 0n };
}

/** Finds one invoice with its content. @param merchantId its required owner */
export async function findInvoice(
  db: Db,
  number: number,
  merchantId?: string,
): Promise<(InvoiceRecord & { content: unknown }) | undefined> {
  const [record] = await listRecords(db, { merchantId }, { after: number + 1, limit: 1 });
  if (record?.number !== number) return undefined;
  const { rows } = await sql<{ content: unknown }>`
    select content from invoices where number = ${number}`.execute(db);
  return { ...record, content: rows[0]?.content };
}

export async function writeEtimsNumber(tx: Transaction, number: number, etimsNumber: string): Promise<void> {
  await sql`
    update invoices set etims_number = ${etimsNumber}, etims_entered_at = moment()
    where number = ${number}`.execute(tx);
}

/** A merchant's details for its invoices; empty if not given. */
export type BuyerDetails = { kraPin: string; address: string };

export async function readBuyerDetails(db: Db, merchantId: string): Promise<BuyerDetails> {
  const { rows } = await sql<BuyerDetails>`
    select kra_pin as "kraPin", address from invoice_buyers where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? { kraPin: '', address: '' };
}

export async function writeBuyerDetails(
  tx: Transaction,
  merchantId: string,
  { kraPin, address }: BuyerDetails,
): Promise<void> {
  await sql`
    insert into invoice_buyers (merchant_id, kra_pin, address) values (${merchantId}, ${kraPin}, ${address})
    on conflict (merchant_id) do update
    set kra_pin = excluded.kra_pin, address = excluded.address`.execute(tx);
}
