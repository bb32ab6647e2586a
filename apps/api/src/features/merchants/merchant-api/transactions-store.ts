import { shillingsOf, type Metadata, type TransactionObject } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { joinServedBy, servedBy, takenByCondition } from '../../money/redemptions/index.ts';
import { findBatchesOf, type Moved } from '../settlements/index.ts';

type Filters = {
  status?: TransactionObject['status'];
  type?: TransactionObject['type'];
  voucherId?: string;
  /** The whole reference, compared case-insensitively. */
  reference?: string;
  placeId?: string;
  /** Name of the staff member or the API key. */
  takenBy?: string;
  /** Sign-in name of the staff member. */
  staff?: string;
  /** Restricts the result to these transactions. */
  moved?: Moved[];
  from?: Date;
  to?: Date;
};

type Row = {
  id: string;
  sortId: string;
  type: TransactionObject['type'];
  amountCents: bigint;
  voucherId: string;
  lastFour: string;
  receipt: string | null;
  at: Date;
  instant: string;
  reversedAt: Date | null;
  reference: string | null;
  metadata: Metadata | null;
  expiresAt: Date;
  takenBy: string | null;
  /** Place and till of a redemption; null for other transactions. */
  placeId: string | null;
  till: string | null;
};

/**
 * Finds redemptions, issued vouchers and returned vouchers of a merchant, newest first, each with a cursor for the
 * next page.
 */
export async function findTransactions(
  db: Db,
  page: { merchantId: string; filters: Filters; after?: Place; limit: number },
): Promise<{ transaction: TransactionObject; place: Place }[]> {
  const { filters, limit } = page;
  const { takenBy, staff } = filters;
  const taken = takenBy || staff ? [await takenByCondition(db, page.merchantId, { takenBy, staff })] : [];
  const conditions = sql.join([sql`true`, ...conditionsOf(filters, page.after), ...taken], sql` and `);
  const branches = branchesOf(page.merchantId, filters.moved).filter(
    ({ type }) => !filters.type || filters.type === type,
  );
  // Each subquery reads at most one page, in the order of its own index.
  const pages = branches.map(
    ({ type, rows }) => sql`(
      select ${type}::text as type, * from (${rows}) as branch where ${conditions}
      order by at desc, sort_id desc limit ${limit}
    )`,
  );
  const { rows } = await sql<Row>`
    select r.id,
      r.sort_id as "sortId", r.type, r.voucher_id as "voucherId", r.at, r.at::text as instant,
      case when r.channel is not null then ${servedBy} end as "takenBy", r.place_id as "placeId", r.till,
      r.reversed_at as "reversedAt", r.reference, r.metadata, v.expires_at as "expiresAt", v.code_last_four as "lastFour", v.mpesa_receipt as receipt,
      r.amount_cents as "amountCents"
    from (${sql.join(pages, sql` union all `)}) as r
    join vouchers v on v.id = r.voucher_id
    join merchants m on m.id = ${page.merchantId}
    ${joinServedBy}
    order by r.at desc, r.sort_id desc limit ${limit}`.execute(db);
  const batches = await findBatchesOf(
    db,
    page.merchantId,
    rows.map((row) => ({ ...row, id: row.type === 'redemption' ? row.sortId : row.voucherId })),
  );
  return rows.map((row, index) => ({
    transaction: toTransaction(row, batches[index]),
    place: { instant: row.instant, id: row.sortId },
  }));
}

/** Finds the transaction with this id: a redemption at the merchant, or an activity of a voucher that it issued. */
export async function findMoved(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<Moved | undefined> {
  const { rows } = await sql<Moved>`
    select 'redemption' as type, id from redemptions where id = ${id} and merchant_id = ${merchantId}
    union all
    select case a.kind when 'ISSUED' then 'voucher_created' else 'voucher_returned' end, v.id
    from voucher_activities a join vouchers v on v.id = a.voucher_id
    where a.id = ${id} and (a.kind in ('EXPIRED', 'VOIDED') or (a.kind = 'ISSUED' and a.actor_kind = 'merchant'))
      and v.issuer_merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** SQL for a column of the latest activity of voucher `v`, among these kinds of activity. */
const lastOf = (column: 'id' | 'amount_cents', ...kinds: string[]) => sql`(
  select (array_agg(a.${sql.ref(column)} order by a.at desc))[1] from voucher_activities a
  where a.voucher_id = v.id and a.kind = any(${kinds}::text[])
)`;

const NOT_AT_A_TILL = sql`null::text as channel, null::uuid as staff_id, null::uuid as key_id,
  null::uuid as place_id, null::text as till`;

function branchesOf(
  merchantId: string,
  moved: Moved[] | undefined,
): { type: TransactionObject['type']; rows: RawBuilder<unknown> }[] {
  const among = (wanted: Moved['type']) =>
    moved === undefined
      ? sql`true`
      : sql`id = any(${moved.filter(({ type }) => type === wanted).map(({ id }) => id)}::uuid[])`;
  return [
    {
      type: 'redemption',
      rows: sql`
        select id, id as sort_id, voucher_id, redeemed_at as at, amount_cents, reversed_at, reference, metadata,
          channel, staff_id, key_id, place_id, till
        from redemptions where merchant_id = ${merchantId} and ${among('redemption')}`,
    },
    {
      type: 'voucher_created',
      rows: sql`
        select ${lastOf('id', 'ISSUED')} as id, id as sort_id, id as voucher_id, issued_at as at, face_cents as amount_cents,
          null::timestamptz as reversed_at, issuer_reference as reference, issuer_metadata as metadata,
          ${NOT_AT_A_TILL}
        from vouchers v where issuer_merchant_id = ${merchantId} and ${among('voucher_created')}`,
    },
    {
      type: 'voucher_returned',
      rows: sql`
        select ${lastOf('id', 'EXPIRED', 'VOIDED')} as id, id as sort_id, id as voucher_id, closed_at as at,
          ${lastOf('amount_cents', 'EXPIRED', 'VOIDED')} as amount_cents,
          null::timestamptz as reversed_at, issuer_reference as reference, issuer_metadata as metadata,
          ${NOT_AT_A_TILL}
        from vouchers v
        where issuer_merchant_id = ${merchantId} and closed_as in ('EXPIRED', 'VOIDED') and ${among('voucher_returned')}`,
    },
  ];
}

function conditionsOf(filters: Filters, after: Place | undefined): RawBuilder<unknown>[] {
  const { status, voucherId, reference, placeId, from, to } = filters;
  const conditions: RawBuilder<unknown>[] = [];
  if (after) conditions.push(sql`(at, sort_id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  if (from) conditions.push(sql`at >= ${from}`);
  if (to) conditions.push(sql`at <= ${to}`);
  if (voucherId) conditions.push(sql`voucher_id = ${voucherId}`);
  if (reference) conditions.push(sql`lower(reference) = ${reference.toLowerCase()}`);
  if (placeId) conditions.push(sql`place_id = ${placeId}`);
  if (status)
    conditions.push(status === 'REVERSED' ? sql`reversed_at is not null` : sql`reversed_at is null`);
  return conditions;
}

function toTransaction(
  row: Row,
  batches: { batchId: string | undefined; reversalBatchId: string | undefined } | undefined,
): TransactionObject {
  const { batchId: settlement, reversalBatchId: reversal_settlement } = batches ?? {};
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
    ...(row.takenBy !== null && { taken_by: row.takenBy }),
    ...(row.placeId !== null && { place: row.placeId }),
    ...(row.till !== null && { till: row.till }),
    ...(row.reversedAt && { reversed_at: row.reversedAt.toISOString() }),
    ...(row.reference !== null && { reference: row.reference }),
    ...(row.metadata !== null && { metadata: row.metadata }),
    ...(settlement !== undefined && { settlement }),
    ...(reversal_settlement !== undefined && { reversal_settlement }),
  };
}
