import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { raiseReview, type ReviewKind } from './store.ts';

export type ReviewRow = {
  id: string;
  kind: string;
  subjectId: string;
  details: Record<string, string | number | null>;
  raisedAt: Date;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  resolution: string | null;
  /** The payment that the case is about, if any. */
  aboutType: 'Deposit' | 'Withdrawal' | 'Settlement' | 'Refund' | null;
  aboutId: string | null;
  /** Destination of the money, if the case is about a refund. */
  returnedTo: 'mpesa' | 'wallet' | 'suspense' | null;
  /** The purchase whose bill reference the payer of this money typed; its id only if a payment of it was begun. */
  namedId: string | null;
  namedReference: string | null;
  namedStatus: string | null;
  namedBuyerId: string | null;
  namedBuyer: string | null;
};

/** Lists cases, newest first, each with the cursor of the next page. */
export async function listRows(
  db: Db,
  filters: { isOpen: boolean; kind?: string | undefined; subjectIds?: readonly string[] },
  page: { after: Place | undefined; limit: number },
): Promise<(ReviewRow & { place: Place })[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (filters.isOpen) conditions.push(sql`r.resolved_at is null`);
  if (filters.kind) conditions.push(sql`r.kind = ${filters.kind}`);
  if (page.after) {
    conditions.push(sql`(r.raised_at, r.id) < (${page.after.instant}::timestamptz, ${page.after.id}::uuid)`);
  }
  const rows = await select(db, sql`${sql.join(conditions, sql` and `)}`, page.limit);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}

/**
 * Lists cases about any of these payments, attempts, vouchers or messages, newest first.
 * @param billReference also lists cases about unmatched money whose payer typed this bill reference
 */
export function listReviewsAbout(
  db: Db,
  subjectIds: readonly string[],
  billReference?: string,
): Promise<ReviewRow[]> {
  const about = sql`r.subject_id = any(${subjectIds}::uuid[])`;
  if (billReference === undefined) return select(db, about, 50);
  const names = sql`r.kind = 'money_without_purchase' and upper(r.details ->> 'billReference') = ${billReference}`;
  return select(db, sql`(${about} or (${names}))`, 50);
}

/** Lists open cases of some kinds, newest first. */
export function listOpenOf(db: Db, kinds: readonly string[], limit: number): Promise<ReviewRow[]> {
  return select(db, sql`r.resolved_at is null and r.kind = any(${kinds}::text[])`, limit);
}

/**
 * Locks suspense and returns its balance minus the amounts of open cases of these kinds. One SQL statement reads both,
 * in one snapshot.
 */
export async function lockUnclaimedSuspense(tx: Transaction, kinds: readonly string[]): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended('suspense', 0))`.execute(tx);
  const { rows } = await sql<{ cents: bigint }>`
    select (
      coalesce((select sum(cents) from ledger.read_balances(array[null]::uuid[], array['suspense'])), 0)
      - coalesce((
        select sum((details ->> 'received')::bigint * 100) from reviews
        where resolved_at is null and kind = any(${kinds}::text[]) and jsonb_typeof(details -> 'received') = 'number'
      ), 0)
    )::bigint as cents`.execute(tx);
  return rows[0]?.cents ?? 0n;
}

export async function findReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  return (await select(db, sql`r.id = ${id}`, 1))[0];
}

async function select(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<(ReviewRow & { instant: string })[]> {
  const { rows } = await sql<ReviewRow & { instant: string }>`
    with found as (
      select * from reviews r where ${condition} order by raised_at desc, id desc limit ${limit}
    )
    select r.id, r.kind, r.subject_id as "subjectId", r.details, r.raised_at as "raisedAt",
      r.resolved_at as "resolvedAt", a.name as "resolvedBy", r.resolution,
      case when attempt.id is not null then 'Deposit' when withdrawal.key is not null then 'Withdrawal'
        when payout.id is not null then 'Settlement' when refund.id is not null then 'Refund' end as "aboutType",
      coalesce(attempt.owner_id, withdrawal.target_id, payout.settlement_id, refund.id) as "aboutId",
      refund.returned_to as "returnedTo", case when named.pending_since is not null then named.id end as "namedId", named.bill_reference as "namedReference",
      named.status as "namedStatus", buyer.id as "namedBuyerId",
      buyer.first_name || ' ' || buyer.last_name as "namedBuyer", r.raised_at::text as instant
    from found r
    left join administrators a on a.id = r.resolved_by
    left join orders attempt on attempt.id = r.subject_id and attempt.kind = 'purchase'
    left join unique_names withdrawal on withdrawal.kind = 'withdrawal' and withdrawal.key = r.subject_id::text
    left join settlement_attempts payout on payout.id = r.subject_id
    left join refunds refund on refund.id = r.subject_id
    left join unique_names n
      on r.kind = 'money_without_purchase' and r.resolved_at is null and n.kind = 'bill_reference'
      and n.key = upper(r.details ->> 'billReference')
    left join purchases named on named.home_id = n.home_id and named.bill_reference = n.key
    left join users buyer on buyer.id = named.buyer_id and buyer.status <> 'DELETED'
    order by r.raised_at desc, r.id desc`.execute(db);
  return rows;
}

export async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reviews where resolved_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export type LockedReview = Pick<
  ReviewRow,
  'id' | 'kind' | 'subjectId' | 'details' | 'resolvedAt' | 'resolution'
> & { resolvedById: string | null };

/**
 * Locks a case. Every resolution is made under this lock.
 * @returns undefined when the case does not exist
 */
export async function lockReview(tx: Transaction, id: string): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    select id, kind, subject_id as "subjectId", details, resolved_at as "resolvedAt",
      resolved_by as "resolvedById", resolution
    from reviews where id = ${id} for update`.execute(tx);
  return rows[0];
}

/**
 * Whether M-PESA has not reported the outcome of the case's payment yet. Such a case stays open, so that the payment is
 * not forgotten.
 */
export async function isPaymentOpen(tx: Transaction, review: LockedReview): Promise<boolean> {
  if (!review.kind.endsWith('_unknown_for_long')) return false;
  const { rows } = await sql`
    select from orders
    where id = ${review.subjectId} and state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN')`.execute(tx);
  return rows.length > 0;
}

export async function closeReview(
  tx: Transaction,
  id: string,
  resolved: { by: string; resolution: string },
): Promise<void> {
  await sql`
    update reviews set resolved_at = moment(), resolved_by = ${resolved.by}, resolution = ${resolved.resolution}
    where id = ${id}`.execute(tx);
}

/** Closes open cases about a payment whose outcome administrators have just decided. */
export async function closeReviewsAbout(
  tx: Transaction,
  subjectId: string,
  { kinds, by, resolution }: { kinds: readonly ReviewKind[]; by: string; resolution: string },
): Promise<void> {
  await sql`
    update reviews set resolved_at = moment(), resolved_by = ${by}, resolution = ${resolution}
    where subject_id = ${subjectId} and kind = any(${kinds}) and resolved_at is null`.execute(tx);
}

/** Whether a case of a kind is open. */
export async function hasOpenCase(tx: Transaction, kind: ReviewKind): Promise<boolean> {
  return (await listOpenOf(tx, [kind], 1)).length > 0;
}

/** Raises a case of a kind that has at most one open case; an open one gets the new details. */
export async function raiseOnlyCase(
  tx: Transaction,
  { kind, subjectId, details }: Pick<ReviewRow, 'subjectId' | 'details'> & { kind: ReviewKind },
): Promise<void> {
  const { rows } = await sql`
    update reviews set details = ${JSON.stringify(details)}
    where kind = ${kind} and resolved_at is null returning id`.execute(tx);
  if (rows.length === 0) await raiseReview(tx, { kind, subjectId, details });
}

/** Closes the open case of a kind, because its cause has gone. */
export async function closeOnlyCase(tx: Transaction, kind: ReviewKind, resolution: string): Promise<void> {
  await sql`
    update reviews set resolved_at = moment(), resolution = ${resolution}
    where kind = ${kind} and resolved_at is null`.execute(tx);
}

/** Finds the home of money in suspense by its receipt, or by a bill reference when no receipt was known. */
export async function findHomeOf(db: Db, reference: string): Promise<string | undefined> {
  const { rows } = await sql<{ homeId: string }>`
    select home_id as "homeId" from unique_names
    where kind in ('receipt', 'bill_reference') and key = ${reference}
    order by kind desc limit 1`.execute(db);
  return rows[0]?.homeId;
}

/** Finds the payment with this receipt, or the message that reported the payment. */
export async function findPaymentOf(db: Db, receipt: string): Promise<string | undefined> {
  const { rows } = await sql<{ targetId: string }>`
    select target_id as "targetId" from unique_names where kind = 'receipt' and key = ${receipt}`.execute(db);
  return rows[0]?.targetId;
}
