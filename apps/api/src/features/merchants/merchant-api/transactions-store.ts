import { shillingsOf, type TransactionObject } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';

type Filters = {
  status?: TransactionObject['status'];
  type?: TransactionObject['type'];
  voucherId?: string;
  from?: Date;
  to?: Date;
};

type Row = {
  id: string;
  placeId: string;
  type: TransactionObject['type'];
  amountCents: bigint;
  voucherId: string;
  lastFour: string;
  receipt: string | null;
  at: Date;
  instant: string;
  reversedAt: Date | null;
};

/** What moved a merchant's balance at the till, newest first, each with the place after which the next page begins. */
export async function findTransactions(
  db: Db,
  page: { merchantId: string; filters: Filters; after?: Place; limit: number },
): Promise<{ transaction: TransactionObject; place: Place }[]> {
  const { filters, limit } = page;
  const conditions = sql.join([sql`true`, ...conditionsOf(filters, page.after)], sql` and `);
  const branches = branchesOf(page.merchantId).filter(({ type }) => !filters.type || filters.type === type);
  // Every branch brings one page at most, in the order of an index of its own.
  const pages = branches.map(
    ({ type, rows }) => sql`(
      select ${type}::text as type, * from (${rows}) as branch where ${conditions}
      order by at desc, place_id desc limit ${limit}
    )`,
  );
  const { rows } = await sql<Row>`
    select case t.type
        when 'redemption' then t.place_id
        else (
          select a.id from voucher_activities a
          where a.voucher_id = t.voucher_id
            and a.kind = any (case t.type when 'voucher_created' then '{ISSUED}' else '{EXPIRED,VOIDED}' end::text[])
          order by a.at desc limit 1
        )
      end as id,
      t.place_id as "placeId", t.type, t.voucher_id as "voucherId", t.at, t.at::text as instant,
      t.reversed_at as "reversedAt", v.code_last_four as "lastFour", v.mpesa_receipt as receipt,
      coalesce(t.amount_cents, (
        select a.amount_cents from voucher_activities a
        where a.voucher_id = t.voucher_id and a.kind in ('EXPIRED', 'VOIDED') order by a.at desc limit 1
      )) as "amountCents"
    from (${sql.join(pages, sql` union all `)}) as t
    join vouchers v on v.id = t.voucher_id
    order by t.at desc, t.place_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    transaction: toTransaction(row),
    place: { instant: row.instant, id: row.placeId },
  }));
}

function branchesOf(merchantId: string): { type: TransactionObject['type']; rows: RawBuilder<unknown> }[] {
  return [
    {
      type: 'redemption',
      rows: sql`
        select id as place_id, voucher_id, redeemed_at as at, amount_cents, reversed_at
        from redemptions where merchant_id = ${merchantId}`,
    },
    {
      type: 'voucher_created',
      rows: sql`
        select id as place_id, id as voucher_id, issued_at as at, face_cents as amount_cents,
          null::timestamptz as reversed_at
        from vouchers where issuer_merchant_id = ${merchantId}`,
    },
    {
      type: 'voucher_returned',
      rows: sql`
        select id as place_id, id as voucher_id, closed_at as at, null::bigint as amount_cents,
          null::timestamptz as reversed_at
        from vouchers where issuer_merchant_id = ${merchantId} and closed_as in ('EXPIRED', 'VOIDED')`,
    },
  ];
}

function conditionsOf(filters: Filters, after: Place | undefined): RawBuilder<unknown>[] {
  const { status, voucherId, from, to } = filters;
  const conditions: RawBuilder<unknown>[] = [];
  if (after) conditions.push(sql`(at, place_id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  if (from) conditions.push(sql`at >= ${from}`);
  if (to) conditions.push(sql`at <= ${to}`);
  if (voucherId) conditions.push(sql`voucher_id = ${voucherId}`);
  if (status)
    conditions.push(status === 'REVERSED' ? sql`reversed_at is not null` : sql`reversed_at is null`);
  return conditions;
}

function toTransaction(row: Row): TransactionObject {
  return {
    id: row.id,
    object: 'transaction',
    type: row.type,
    status: row.reversedAt === null ? 'COMPLETED' : 'REVERSED',
    amount: shillingsOf(row.amountCents),
    currency: 'KES',
    voucher: row.voucherId,
    voucher_last_four: row.lastFour,
    ...(row.receipt !== null && { mpesa_receipt: row.receipt }),
    created: row.at.toISOString(),
    ...(row.reversedAt && { reversed_at: row.reversedAt.toISOString() }),
  };
}
