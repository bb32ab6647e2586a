import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import type { SettlementKey } from './store.ts';

export type BatchEntry = {
  id: string;
  kind: string;
  amountCents: bigint;
  postedAt: Date;
  place: Place;
} & Partial<Subject>;

/** The voucher, and perhaps the redemption, that caused a ledger entry. */
type Subject = {
  voucherId: string;
  codeLastFour: string;
  /** Present if the entry is a redemption or its reversal. */
  redemptionId: string | undefined;
  /** The merchant's own reference of the redemption, or of the voucher that it issued. */
  reference: string | undefined;
};

const REVERSAL = 'redemption_reversed';

type Page = { after?: Place | undefined; limit: number };
type Row = { id: string; homeId: string; kind: string; amountCents: bigint; postedAt: Date; instant: string };

/** Lists the entries of a batch, oldest first unless specified. */
export async function listEntries(
  db: Db,
  { merchantId, settlementId }: SettlementKey,
  { after, limit }: Page,
  { isNewestFirst = false } = {},
): Promise<BatchEntry[]> {
  const [beyond, order] = isNewestFirst ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const isAfter = after
    ? sql`(posted_at, transfer_id) ${beyond} (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<Row>`
    select transfer_id as id, home_id as "homeId", kind, amount_cents as "amountCents", posted_at as "postedAt",
      posted_at::text as instant
    from settlement_entries
    where merchant_id = ${merchantId} and settlement_id = ${settlementId} and ${isAfter}
    order by posted_at ${order}, transfer_id ${order} limit ${limit}`.execute(db);
  const [redeemed, made] = await Promise.all([
    redemptionsByTransfer(db, merchantId, rows),
    issuedByTransfer(db, merchantId, rows),
  ]);
  return rows.map(({ instant, homeId: _home, ...row }) => ({
    ...row,
    ...(redeemed.get(row.id) ?? made.get(row.id)),
    place: { instant, id: row.id },
  }));
}

/** Finds redemptions by their ledger transfers. An entry is a transfer, whose id derives from its cause. */
async function redemptionsByTransfer(
  db: Db,
  merchantId: string,
  entries: readonly Row[],
): Promise<Map<string, Subject>> {
  const homeIds = [...new Set(entries.map(({ homeId }) => homeId))].filter((id) => id !== merchantId);
  const reversed = entries.filter(({ homeId, kind }) => homeId === merchantId && kind === REVERSAL);
  if (homeIds.length === 0 && reversed.length === 0) return new Map();
  const { rows } = await sql<Subject & { redemptionId: string; reference: string | null }>`
    select r.id as "redemptionId", r.voucher_id as "voucherId", v.code_last_four as "codeLastFour", r.reference
    from redemptions r join vouchers v on v.id = r.voucher_id
    where r.merchant_id = ${merchantId} and (
      r.voucher_id = any(${homeIds}::uuid[]) or r.id = any(${await namedIn(db, merchantId, reversed)}::uuid[])
    )`.execute(db);
  return new Map(
    rows.flatMap((row) => {
      const { redeemed, reversed: takenBack } = transfersOf({ ...row, merchantId });
      const subject = { ...row, reference: row.reference ?? undefined };
      return [redeemed, ...takenBack].map(({ id }) => [id, subject] as const);
    }),
  );
}

/**
 * Finds the redemptions that reversals undo. In the merchant's own books, a reversal's reference is the redemption's
 * id.
 */
async function namedIn(db: Db, merchantId: string, reversals: readonly Row[]): Promise<string[]> {
  if (reversals.length === 0) return [];
  const { rows } = await sql<{ redemptionId: string }>`
    select reference as "redemptionId" from ledger.transfers
    where home_id = ${merchantId} and id = any(${reversals.map(({ id }) => id)}::uuid[])`.execute(db);
  return rows.map(({ redemptionId }) => redemptionId);
}

/** Key of a ledger transfer. */
export type Transfer = { homeId: string; id: string };

/**
 * Returns the transfers of a redemption and its reversal that change what the merchant is owed. A reversal has one of
 * three ids, because early reversals were posted in the voucher's books.
 */
export function transfersOf(of: { redemptionId: string; voucherId: string; merchantId: string }): {
  redeemed: Transfer;
  reversed: Transfer[];
} {
  const { redemptionId, voucherId, merchantId } = of;
  const out = derivedId(REVERSAL, redemptionId, 'out');
  return {
    redeemed: { homeId: voucherId, id: derivedId('redemption', redemptionId, 'value') },
    reversed: [
      { homeId: merchantId, id: out },
      { homeId: voucherId, id: out },
      { homeId: voucherId, id: derivedId(REVERSAL, redemptionId, 'value') },
    ],
  };
}

/**
 * Transfer kinds of a merchant's own voucher: issued, returned or voided, and extended. Their reference is the
 * voucher's id.
 */
const OF_OWN_VOUCHER = [
  'merchant_voucher',
  'merchant_voucher_returned',
  'merchant_voucher_voided',
  'extension',
];

/**
 * Finds own vouchers by their ledger transfers. Old transfers have no reference: there, the matching transfer at the
 * same instant has the voucher's id as its `home_id`.
 */
async function issuedByTransfer(
  db: Db,
  merchantId: string,
  entries: readonly Row[],
): Promise<Map<string, Subject>> {
  const ids = entries.filter(({ homeId }) => homeId === merchantId).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Subject & { id: string; reference: string | null }>`
    with own as materialized (
      select * from ledger.transfers
      where home_id = ${merchantId} and id = any(${ids}::uuid[])
        and kind = any(${OF_OWN_VOUCHER}::text[])
    ), pairs as (
      select id, reference::uuid as voucher_id from own where reference is not null
      union all
      select own.id, other.home_id
      from own join ledger.transfers other
        on own.reference is null and own.credit = 'transit' and other.debit = 'transit' and other.posted_at = own.posted_at
        and other.position = own.position + 1 and other.kind = own.kind and other.amount_cents = own.amount_cents
      union all
      select own.id, other.home_id
      from own join ledger.transfers other
        on own.reference is null and own.debit = 'transit' and other.credit = 'transit' and other.posted_at = own.posted_at
        and other.position = own.position - 1 and other.kind = own.kind and other.amount_cents = own.amount_cents
    )
    select pairs.id, v.id as "voucherId", v.code_last_four as "codeLastFour", v.issuer_reference as reference
    from pairs join vouchers v on v.id = pairs.voucher_id and v.issuer_merchant_id = ${merchantId}`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, ...row }) => [
      id,
      { ...row, redemptionId: undefined, reference: row.reference ?? undefined },
    ]),
  );
}

export type DaySum = { day: string; kind: string; count: number; amountCents: bigint };

/** Sums the entries of a batch by Nairobi day and kind, oldest first. */
export async function sumByDay(db: Db, { merchantId, settlementId }: SettlementKey): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select (posted_at at time zone 'Africa/Nairobi')::date::text as day, kind, count(*)::int as count,
      sum(amount_cents)::bigint as "amountCents"
    from settlement_entries
    where merchant_id = ${merchantId} and settlement_id = ${settlementId}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export type KindSum = Omit<DaySum, 'day'>;

/** Sums the entries of a batch by kind. */
export async function sumByKind(db: Db, { merchantId, settlementId }: SettlementKey): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    select kind, count(*)::int as count, sum(amount_cents)::bigint as "amountCents"
    from settlement_entries
    where merchant_id = ${merchantId} and settlement_id = ${settlementId}
    group by kind order by kind`.execute(db);
  return rows;
}

/**
 * Finds the batch of each transfer.
 * @returns batch ids by transfer
 */
export async function findBatchIds(
  db: Db,
  merchantId: string,
  transfers: readonly Transfer[],
): Promise<Map<string, string>> {
  if (transfers.length === 0) return new Map();
  const { rows } = await sql<{ id: string; batchId: string }>`
    select e.transfer_id as id, s.batch_id as "batchId"
    from unnest(
      ${transfers.map(({ homeId }) => homeId)}::uuid[], ${transfers.map(({ id }) => id)}::uuid[]
    ) as t (home_id, id)
    join settlement_entries e on e.home_id = t.home_id and e.transfer_id = t.id
    join settlements s on s.merchant_id = e.merchant_id and s.id = e.settlement_id
    where e.merchant_id = ${merchantId}`.execute(db);
  return new Map(rows.map(({ id, batchId }) => [id, batchId]));
}

/** Whether a merchant has this batch and, if a transaction is given, whether the transaction is in it. */
export async function isInBatch(
  db: Db,
  {
    merchantId,
    batchId,
    transactionId = null,
  }: { merchantId: string; batchId: string; transactionId?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from settlements s
    where s.merchant_id = ${merchantId} and s.batch_id = ${batchId} and (${transactionId}::uuid is null or exists (
      select from settlement_entries e
      where e.merchant_id = s.merchant_id and e.settlement_id = s.id and e.transfer_id = ${transactionId}::uuid
    ))`.execute(db);
  return rows.length > 0;
}
