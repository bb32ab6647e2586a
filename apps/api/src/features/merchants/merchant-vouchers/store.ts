import { MOST_COUNTED, type MerchantVoucherFilters, type VoucherStatus } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import {
  heldCents,
  spendingState,
  RESEND_PAUSE_SECONDS,
  type IssueDetails,
} from '../../money/vouchers/index.ts';
import { parseSearch } from '../../services/look-ups/index.ts';

/** A voucher that a merchant has issued. */
export type IssuedVoucher = IssueDetails & {
  id: string;
  codeLastFour: string;
  faceCents: bigint;
  balanceCents: bigint;
  issuedAt: Date;
  createdBy: string;
  expiresAt: Date;
  openedAt: Date | null;
  closedAs: string | null;
  isPastLastDay: boolean;
  isFrozen: boolean;
  /** Amount reserved by the shop's open holds. */
  heldCents: bigint;
  resends: number;
  /** Earliest time at which the voucher may be resent; null if it may be resent now. */
  resendAt: Date | null;
  /** `issuedAt` with microseconds, which sort the list. */
  instant: string;
};

/** Filters for one merchant's vouchers. */
export type Filters = Pick<MerchantVoucherFilters, 'search'> & {
  status?: VoucherStatus | undefined;
  /** The whole reference, compared case-insensitively. */
  reference?: string | undefined;
  from?: Date | undefined;
  /** Included in the range. */
  to?: Date | undefined;
};

const OPEN = sql`v.closed_as is null and v.expires_at >= coalesce(v.frozen_at, moment())`;
const LEFT_CENTS = sql`coalesce(b.balance_cents, 0)`;
// Value that a hold reserves is not spent yet, but not available either.
const UNSPENT_CENTS = sql`(${LEFT_CENTS} + ${heldCents})`;

const BALANCE = sql`ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id`;

const SOURCE = sql`
  vouchers v
  join merchants m on m.id = v.issuer_merchant_id
  left join ${BALANCE}`;

const COLUMNS = sql`
  v.id, v.code_last_four as "codeLastFour", v.recipient_name as "recipientName",
  v.recipient_msisdn as "recipientMsisdn", v.recipient_email as "recipientEmail", v.message,
  v.issuer_reference as reference, v.issuer_metadata as metadata, v.face_cents as "faceCents",
  ${LEFT_CENTS} as "balanceCents", v.issued_at as "issuedAt", v.issued_at::text as instant,
  v.expires_at as "expiresAt", v.opened_at as "openedAt", v.closed_as as "closedAs", ${spendingState}, v.resends,
  coalesce((
    select coalesce(ms.name, m.contact_name)
    from voucher_activities a left join merchant_staff ms on ms.id = a.staff_id
    where a.voucher_id = v.id and a.kind = 'ISSUED' and a.staff_id is not null limit 1
  ), 'API') as "createdBy",
  case when v.resent_at + make_interval(secs => ${RESEND_PAUSE_SECONDS}) > moment()
    then v.resent_at + make_interval(secs => ${RESEND_PAUSE_SECONDS}) end as "resendAt"`;

/** Lists issued vouchers, newest first. */
export async function listIssued(
  db: Db,
  whose: { merchantId: string; filters: Filters },
  page: { after?: Place | undefined; limit: number },
): Promise<IssuedVoucher[]> {
  const { after, limit } = page;
  const isAfter = after
    ? sql`(v.issued_at, v.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<IssuedVoucher>`
    select ${COLUMNS} from ${SOURCE}
    where ${conditionOf(whose)} and ${isAfter}
    order by v.issued_at desc, v.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findIssued(
  db: Db,
  { merchantId, voucherId }: { merchantId: string; voucherId: string },
): Promise<IssuedVoucher | undefined> {
  const { rows } = await sql<IssuedVoucher>`
    select ${COLUMNS} from ${SOURCE}
    where v.issuer_merchant_id = ${merchantId} and v.id = ${voucherId}`.execute(db);
  return rows[0];
}

/** Sums the vouchers that a merchant has made today in Nairobi, without their state. */
export async function madeTodayCents(tx: Transaction, merchantId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(face_cents), 0)::bigint as cents from vouchers
    where issuer_merchant_id = ${merchantId}
      and issued_at >= date_trunc('day', moment(), 'Africa/Nairobi')`.execute(tx);
  return rows[0]?.cents ?? 0n;
}

/**
 * Counts issued vouchers.
 * @returns the number, at most `MOST_COUNTED` + 1
 */
export async function countIssued(db: Db, whose: { merchantId: string; filters: Filters }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from ${SOURCE} where ${conditionOf(whose)} limit ${MOST_COUNTED + 1}
    ) found`.execute(db);
  return rows[0]?.count ?? 0;
}

export type Outstanding = { cents: bigint; count: number };

/** Sums the remaining value of a merchant's own vouchers: neither spent nor returned to its balance. */
export async function readOutstanding(db: Db, merchantId: string): Promise<Outstanding> {
  const { rows } = await sql<Outstanding>`
    select coalesce(sum(b.balance_cents + coalesce(h.held_cents, 0)), 0)::bigint as cents, count(*)::int as count
    from vouchers v join ${BALANCE}
    left join (
      select voucher_id, sum(amount_cents) as held_cents from holds
      where merchant_id = ${merchantId} and status = 'OPEN' group by voucher_id
    ) h on h.voucher_id = v.id
    where v.issuer_merchant_id = ${merchantId} and v.closed_as is null
      and b.balance_cents + coalesce(h.held_cents, 0) > 0`.execute(db);
  return rows[0] ?? { cents: 0n, count: 0 };
}

const IN_STATE: Partial<Record<VoucherStatus, RawBuilder<unknown>>> = {
  ACTIVE: sql`${OPEN} and ${UNSPENT_CENTS} = v.face_cents`,
  PARTIALLY_REDEEMED: sql`${OPEN} and ${UNSPENT_CENTS} > 0 and ${UNSPENT_CENTS} < v.face_cents`,
  REDEEMED: sql`v.closed_as is null and ${UNSPENT_CENTS} = 0`,
  EXPIRED: sql`(v.closed_as = 'EXPIRED' or (v.closed_as is null and not (${OPEN}) and ${UNSPENT_CENTS} > 0))`,
};

function conditionOf({ merchantId, filters }: { merchantId: string; filters: Filters }): RawBuilder<unknown> {
  const { search, status, reference, from, to } = filters;
  const conditions = [sql`v.issuer_merchant_id = ${merchantId}`];
  if (status) conditions.push(IN_STATE[status] ?? sql`v.closed_as = ${status}`);
  if (reference) conditions.push(sql`lower(v.issuer_reference) = ${reference.toLowerCase()}`);
  if (from) conditions.push(sql`v.issued_at >= ${from}`);
  if (to) conditions.push(sql`v.issued_at <= ${to}`);
  if (search) conditions.push(meantBy(search));
  return sql.join(conditions, sql` and `);
}

function meantBy(typed: string): RawBuilder<unknown> {
  const { referencePattern, msisdn, codeLastFour, ids, idTail } = parseSearch(typed);
  const meant = [
    isNamed(sql`v.recipient_name`, typed),
    sql`lower(v.issuer_reference) like ${referencePattern}`,
  ];
  if (msisdn) meant.push(sql`v.recipient_msisdn = ${msisdn}`);
  if (codeLastFour) meant.push(sql`v.code_last_four = ${codeLastFour}`);
  if (idTail) meant.push(sql`right(v.id::text, 12) = ${idTail}`);
  if (ids) meant.push(sql`v.id between ${ids.first}::uuid and ${ids.last}::uuid`);
  return sql`(${sql.join(meant, sql` or `)})`;
}
