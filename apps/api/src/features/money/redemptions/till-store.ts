import type { Cloth } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import { billColumns, joinBill, type BillColumns } from './bills-store.ts';
import { findName } from '../../services/unique-names/index.ts';
import { balanceCents, spendingState } from '../vouchers/index.ts';
import type { Db } from '../../../platform/db/database.ts';

/** A redemption, as shown to its merchant's staff. */
export type RedemptionRow = BillColumns & {
  redemptionId: string;
  voucherId: string;
  merchantId: string;
  placeId: string;
  codeLastFour: string;
  recipientName: string;
  cloth: Cloth;
  amountCents: bigint;
  balanceAfterCents: bigint;
  redeemedAt: Date;
  businessName: string;
  town: string | null;
  street: string | null;
  shopPhoneMsisdn: string | null;
  expiresAt: Date;
  servedBy: string;
  /** Name of the place; null while the merchant has only one. */
  place: string | null;
  till: string | null;
  channel: 'portal' | 'api';
  staffId: string | null;
  reversedAt: Date | null;
  /** True if it is not too late, and nothing since rules out a reversal. */
  isReversible: boolean;
  isOfToday: boolean;
  /** `redeemedAt` with microseconds, by which the list is sorted. */
  instant: string;
};

/**
 * SQL: name of the staff member `ms` who took redemption `r`; without one, the owner's name in merchant `m`. For the
 * API, the name of key `k`; `API` for the main key.
 */
export const servedBy: RawBuilder<string> = sql`
  case r.channel when 'api' then coalesce(k.name, 'API') else coalesce(ms.name, m.contact_name) end`;

/** SQL: joins that `servedBy` needs besides redemption `r` and merchant `m`. */
export const joinServedBy: RawBuilder<unknown> = sql`
  left join merchant_staff ms on ms.id = r.staff_id
  left join merchant_api_keys k on k.id = r.key_id`;

const today = sql`date_trunc('day', moment(), 'Africa/Nairobi')`;

const redemptions = sql`
  select r.id as "redemptionId", r.voucher_id as "voucherId", r.merchant_id as "merchantId",
    r.place_id as "placeId", v.code_last_four as "codeLastFour", r.recipient_name as "recipientName", v.cloth, r.amount_cents as "amountCents",
    r.balance_after_cents as "balanceAfterCents", r.redeemed_at as "redeemedAt",
    m.business_name as "businessName", p.town, p.street, p.phone_msisdn as "shopPhoneMsisdn",
    case when exists (select from merchant_places o where o.merchant_id = m.id and o.id <> p.id) then p.name end as place, r.till,
    v.expires_at as "expiresAt", ${servedBy} as "servedBy", r.channel, r.staff_id as "staffId",
    r.reversed_at as "reversedAt", r.redeemed_at >= ${today} as "isOfToday", r.redeemed_at::text as instant,
    moment() < reversible_until(r.redeemed_at) and r.reversed_at is null and (v.closed_as is null or v.closed_as = 'CLAIMED')
      as "isReversible", ${billColumns}
  from redemptions r
  join vouchers v on v.id = r.voucher_id
  join merchants m on m.id = r.merchant_id
  join merchant_places p on p.id = r.place_id
  ${joinServedBy} ${joinBill}`;

export async function findRedemption(
  db: Db,
  merchantId: string,
  redemptionId: string,
): Promise<RedemptionRow | undefined> {
  const { rows } = await sql<RedemptionRow>`
    ${redemptions} where r.merchant_id = ${merchantId} and r.id = ${redemptionId}`.execute(db);
  return rows[0];
}

/** Selects the redemptions of a merchant, of one staff member, or of one place. */
export type Whose = { merchantId: string; staffId?: string | undefined; placeId?: string | undefined };

/** Lists redemptions of today in Nairobi, newest first. */
export async function listOfToday(
  db: Db,
  whose: Whose,
  page: { after: Place | undefined; limit: number },
): Promise<RedemptionRow[]> {
  const { after, limit } = page;
  const { rows } = await sql<RedemptionRow>`
    ${redemptions}
    where ${ofToday(whose)}
      and ${after ? sql`(r.redeemed_at, r.id) < (${after.instant}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by r.redeemed_at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Sums redemptions of today in Nairobi; leaves reversed ones out. */
export async function sumOfToday(db: Db, whose: Whose): Promise<{ count: number; amountCents: bigint }> {
  const { rows } = await sql<{ count: number; amountCents: bigint }>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as "amountCents"
    from redemptions r where ${ofToday(whose)} and r.reversed_at is null`.execute(db);
  return rows[0] ?? { count: 0, amountCents: 0n };
}

function ofToday({ merchantId, staffId, placeId }: Whose): RawBuilder<unknown> {
  const isTheirs = staffId === undefined ? sql`true` : sql`r.staff_id = ${staffId}`;
  const isThere = placeId === undefined ? sql`true` : sql`r.place_id = ${placeId}`;
  return sql`r.merchant_id = ${merchantId} and ${isTheirs} and ${isThere} and r.redeemed_at >= ${today}`;
}

export type VoucherAtTill = {
  voucherId: string;
  faceCents: bigint;
  codeLastFour: string;
  recipientName: string;
  cloth: Cloth;
  expiresAt: Date;
  openedAt: Date | null;
  closedAs: string | null;
  isPastLastDay: boolean;
  isFrozen: boolean;
  heldCents: bigint;
  balanceCents: bigint;
  isDelivered: boolean;
  isForHere: boolean;
};

export async function findVoucherAtTill(
  db: Db,
  asked: { merchantId: string; codeKeys: string[] },
): Promise<VoucherAtTill | undefined> {
  const named = await findName(db, 'voucher_code', asked.codeKeys);
  if (!named) return undefined;
  const { rows } = await sql<VoucherAtTill>`
    select v.id as "voucherId", v.face_cents as "faceCents", v.code_last_four as "codeLastFour",
      v.recipient_name as "recipientName", v.cloth, v.expires_at as "expiresAt", v.opened_at as "openedAt",
      v.closed_as as "closedAs", ${spendingState}, ${balanceCents} as "balanceCents",
      v.deliver_at <= moment() as "isDelivered", (v.issuer_merchant_id is null or v.issuer_merchant_id = ${asked.merchantId}) as "isForHere"
    from vouchers v where v.id = ${named.targetId}`.execute(db);
  return rows[0];
}
