import { MOST_COUNTED, type MerchantTransactionFilters } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import {
  billColumns,
  joinBill,
  joinServedBy,
  servedBy,
  takenByCondition,
  type BillColumns,
} from '../../money/redemptions/index.ts';
import { parseSearch, type Search } from '../../services/look-ups/index.ts';
import { beginningOf, isAtPlace, type Days } from './redemption-totals-store.ts';

export type TransactionRow = BillColumns & {
  redemptionId: string;
  voucherId: string;
  mpesaReceipt: string | null;
  codeLastFour: string;
  cloth: string;
  recipientName: string;
  recipientMsisdn: string | null;
  redeemedAt: Date;
  reversedAt: Date | null;
  /** When the worker releases an open hold; null for a redemption. */
  heldUntil: Date | null;
  amountCents: bigint;
  servedBy: string;
  place: string;
  till: string | null;
  channel: 'portal' | 'api';
  reference: string | null;
  /** `redeemedAt` with microseconds, which sort the list. */
  instant: string;
};

/**
 * Conditions that select a merchant's redemptions. `selectionOf` computes them once, so that every page uses the same
 * ones.
 */
export type Selection = {
  merchantId: string;
  placeId: string | undefined;
  days: Days;
  state: 'any' | 'completed' | 'reversed';
  condition: RawBuilder<unknown>;
  isSearched: boolean;
  /** True to include open holds, as pending redemptions. */
  withHolds: boolean;
  withRedemptions: boolean;
};

/**
 * Turns filters into SQL conditions that can use indexes. First looks up the vouchers that a search matches, because
 * no index serves an `or` over two tables.
 */
export async function selectionOf(
  db: Db,
  merchantId: string,
  filters: MerchantTransactionFilters,
): Promise<Selection> {
  const { search, status, refundState, servedBy: takenBy, from, to, placeId } = filters;
  const conditions = [sql`r.merchant_id = ${merchantId}`];
  if (placeId) conditions.push(isAtPlace(merchantId, placeId));
  if (from) conditions.push(sql`r.redeemed_at >= ${beginningOf(from)}`);
  if (to) conditions.push(sql`r.redeemed_at < ${beginningOf(to)} + interval '1 day'`);
  if (status === 'Completed') conditions.push(sql`r.reversed_at is null`);
  const isReversed = status === 'Failed' || status === 'Reversed' || refundState === 'reversed';
  if (isReversed) conditions.push(sql`r.reversed_at is not null`);
  if (takenBy) conditions.push(await takenByCondition(db, merchantId, { takenBy }));
  if (search) conditions.push(await searchCondition(db, merchantId, search));
  return {
    merchantId,
    placeId,
    days: { from, to },
    state: stateOf(status, isReversed),
    condition: sql.join(conditions, sql` and `),
    // No stored totals have the names of staff and keys, so that the rows are summed as for a search.
    isSearched: Boolean(search ?? takenBy),
    withHolds: status === undefined || status === 'Pending',
    withRedemptions: status !== 'Pending',
  };
}

function stateOf(status: MerchantTransactionFilters['status'], isReversed: boolean): Selection['state'] {
  if (isReversed) return 'reversed';
  return status === 'Completed' ? 'completed' : 'any';
}

async function searchCondition(db: Db, merchantId: string, typed: string): Promise<RawBuilder<unknown>> {
  const search = parseSearch(typed);
  const meant = [isNamed(sql`r.recipient_name`, typed)];
  if (search.ids) {
    const { first, last } = search.ids;
    meant.push(sql`r.voucher_id between ${first}::uuid and ${last}::uuid`);
  }
  const redemptionIds = await findByReference(db, merchantId, search);
  if (redemptionIds.length > 0) meant.push(sql`r.id = any(${redemptionIds}::uuid[])`);
  const voucherIds = await findMatchingVouchers(db, merchantId, search);
  if (voucherIds.length > 0) meant.push(sql`r.voucher_id = any(${voucherIds}::uuid[])`);
  return sql`(${sql.join(meant, sql` or `)})`;
}

/** Finds redemptions and open holds whose reference matches the search pattern, or whose receipt number it is. */
async function findByReference(db: Db, merchantId: string, search: Search): Promise<string[]> {
  const { referencePattern, idTail } = search;
  const byReceipt = idTail
    ? sql`union all select id from redemptions where right(id::text, 12) = ${idTail} and merchant_id = ${merchantId}`
    : sql``;
  const { rows } = await sql<{ id: string }>`
    (
      select id from redemptions
      where reference is not null and lower(reference) like ${referencePattern} and merchant_id = ${merchantId}
      limit ${MOST_COUNTED}
    ) union all (
      select id from holds
      where status = 'OPEN' and lower(reference) like ${referencePattern} and merchant_id = ${merchantId}
      limit ${MOST_COUNTED}
    ) ${byReceipt}`.execute(db);
  return rows.map(({ id }) => id);
}

async function findMatchingVouchers(db: Db, merchantId: string, search: Search): Promise<string[]> {
  const { msisdn, receipt, codeLastFour, idTail } = search;
  const lookUps = [
    msisdn && sql`select id from vouchers where recipient_msisdn = ${msisdn}`,
    receipt && sql`select id from vouchers where mpesa_receipt = ${receipt}`,
    codeLastFour && sql`select id from vouchers where code_last_four = ${codeLastFour}`,
    idTail && sql`select id from vouchers where right(id::text, 12) = ${idTail}`,
  ].filter((one) => typeof one === 'object' && one !== null);
  if (lookUps.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with meant as materialized (${sql.join(lookUps, sql` union `)})
    select v.id from meant v
      join redemptions r on r.voucher_id = v.id and r.merchant_id = ${merchantId}
    union
    select v.id from meant v
      join holds h on h.voucher_id = v.id and h.merchant_id = ${merchantId}
    limit ${MOST_COUNTED}`.execute(db);
  return rows.map(({ id }) => id);
}

const REDEMPTIONS = sql`
  select id, voucher_id, merchant_id, recipient_name, redeemed_at, reversed_at, amount_cents, staff_id, key_id,
    place_id, till, channel, reference, null::timestamptz as held_until
  from redemptions`;

/** Open holds with the columns of redemptions. They have no staff member: they come from the merchant API. */
export const OPEN_HOLDS = sql`
  select id, voucher_id, merchant_id, recipient_name, created_at as redeemed_at, null::timestamptz as reversed_at,
    amount_cents, null::uuid as staff_id, null::uuid as key_id, place_id, till, 'api' as channel, reference, expires_at as held_until
  from holds where status = 'OPEN'`;

/** Lists redemptions, newest first. Limits the rows to one page before it joins other tables. */
export async function listTransactions(
  db: Db,
  selection: Selection,
  page: { after?: Place | undefined; limit: number },
): Promise<TransactionRow[]> {
  const { rows } = await transactionsPage(selection, page).execute(db);
  return rows;
}

/** Builds the SQL of `listTransactions`. Separate, because a test checks its query plan. */
export function transactionsPage(
  { condition, withHolds, withRedemptions }: Selection,
  { after, limit }: { after?: Place | undefined; limit: number },
): RawBuilder<TransactionRow> {
  const isAfter = after
    ? sql`(r.redeemed_at, r.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const sources = [...(withRedemptions ? [REDEMPTIONS] : []), ...(withHolds ? [OPEN_HOLDS] : [])];
  const pages = sources.map(
    (source) => sql`(
      select * from (${source}) r where ${condition} and ${isAfter}
      order by r.redeemed_at desc, r.id desc limit ${limit}
    )`,
  );
  return sql<TransactionRow>`
    select r.id as "redemptionId", r.voucher_id as "voucherId", v.mpesa_receipt as "mpesaReceipt",
      v.code_last_four as "codeLastFour", v.cloth, r.recipient_name as "recipientName",
      v.recipient_msisdn as "recipientMsisdn", r.redeemed_at as "redeemedAt", r.reversed_at as "reversedAt",
      r.held_until as "heldUntil", r.amount_cents as "amountCents", ${servedBy} as "servedBy", p.name as place, r.till, r.channel, r.reference,
      r.redeemed_at::text as instant, ${billColumns}
    from (
      select * from (${sql.join(pages, sql` union all `)}) page
      order by redeemed_at desc, id desc limit ${limit}
    ) r
    join vouchers v on v.id = r.voucher_id
    join merchants m on m.id = r.merchant_id
    join merchant_places p on p.id = r.place_id
    ${joinServedBy} ${joinBill}
    order by r.redeemed_at desc, r.id desc`;
}
