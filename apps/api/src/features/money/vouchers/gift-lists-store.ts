import { shillingsOf, type OpenHold } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { KeptStates } from './change-gift-store.ts';
import { findOriginId, listReplacements } from './replacements-store.ts';
import { issuerClosedAt, spendingState } from './store.ts';

type Listed = {
  id: string;
  purchaseId: string | null;
  buyerId: string | null;
  issuerMerchantId: string | null;
  issuerClosedAt: Date | null;
  recipientName: string;
  recipientMsisdn: string | null;
  recipientEmail: string | null;
  senderName: string;
  message: string;
  cloth: string;
  codeLastFour: string;
  claimTokenSealed: Buffer;
  faceCents: bigint;
  balanceCents: bigint;
  issuedAt: Date;
  deliverAt: Date;
  announcedAt: Date | null;
  isDelivered: boolean;
  openedAt: Date | null;
  expiresAt: Date;
  isPastLastDay: boolean;
  isFrozen: boolean;
  heldCents: bigint;
  /** True after a shop has redeemed or held part of the gift, even if the shop has returned it all. */
  wasAtShop: boolean;
  closedAs: string | null;
  closedAt: Date | null;
  resends: number;
  /** Earliest moment to resend the gift, if in the future. */
  resendAt: Date | null;
  corrections: number;
  /** End of the 24 hours for corrections; null until the gift's SMS was sent. */
  correctableUntil: Date | null;
  isTooLateToCorrect: boolean;
  smsSentAt: Date | null;
  messageStates: KeptStates;
  /** Occasions of messages to the present recipient, oldest first: `''` for the first, else id of a resend or correction. */
  occasions: string[];
  thanks: string | null;
  thankedAt: Date | null;
  /** Price of this gift, or of the original that this voucher replaces. */
  paidCents: bigint | null;
  payerMsisdn: string | null;
  refundedCents: bigint | null;
  returnedTo: 'mpesa' | 'wallet' | null;
  refundedAt: Date | null;
  /** State of the giver's photo; null without one. */
  photoState: 'SHOWN' | 'REPORTED' | 'REMOVED' | null;
};
export type ListedGift = Listed & { place: Place };

type Page = { after?: Place; limit: number };

/** Minimum time between two resends of a gift. */
export const RESEND_PAUSE_SECONDS = 600;

/** SQL condition of a delivered gift. A gift closed before its delivery moment never reaches its recipient. */
const IS_DELIVERED = sql`(v.deliver_at <= moment() and (v.closed_at is null or v.closed_at >= v.deliver_at))`;

/**
 * SQL: phone number that paid for purchase `p`, and to which M-PESA can return the payment; null for a gift of a basket,
 * whose price goes to the buyer's wallet.
 */
const PAYER = sql`(
  select party from orders o
  where o.home_id = p.home_id and o.kind = 'purchase' and o.state = 'SUCCEEDED' and p.gift_count = 1
    and p.paid_by = 'mpesa'
  order by o.created_at limit 1
)`;

/** SQL: occasions of messages since the latest correction, which changed the recipient. */
const OCCASIONS = sql`
  case when v.announced_at is null then '{}'::text[]
    when v.resends + v.corrections = 0 then '{""}'::text[]
    else array(
      select m.occasion from (
        select '' as occasion, v.announced_at as at
        union all
        select id::text, at from voucher_activities where voucher_id = v.id and kind in ('RESENT', 'CORRECTED')
      ) m
      where m.at >= coalesce(
        (select max(at) from voucher_activities where voucher_id = v.id and kind = 'CORRECTED'), m.at)
      order by m.at)
  end`;

const COLUMNS = sql`
  v.id, p.id as "purchaseId", v.buyer_id as "buyerId", v.issuer_merchant_id as "issuerMerchantId",
  ${issuerClosedAt} as "issuerClosedAt", v.recipient_name as "recipientName",
  v.recipient_msisdn as "recipientMsisdn", v.recipient_email as "recipientEmail", v.sender_name as "senderName",
  v.message, v.cloth, v.code_last_four as "codeLastFour", v.claim_token_sealed as "claimTokenSealed",
  v.face_cents as "faceCents", coalesce(b.balance_cents, 0) as "balanceCents", v.issued_at as "issuedAt",
  v.deliver_at as "deliverAt", v.announced_at as "announcedAt", ${IS_DELIVERED} as "isDelivered",
  v.opened_at as "openedAt", v.expires_at as "expiresAt", ${spendingState},
  exists (select from redemptions r where r.voucher_id = v.id)
    or exists (select from holds h where h.voucher_id = v.id) as "wasAtShop",
  v.closed_as as "closedAs", v.closed_at as "closedAt", v.resends, v.corrections, v.thanks,
  v.sms_sent_at + interval '24 hours' as "correctableUntil", v.sms_sent_at as "smsSentAt",
  v.message_states as "messageStates",
  ${OCCASIONS} as occasions,
  coalesce(v.sms_sent_at + interval '24 hours' <= moment(), false) as "isTooLateToCorrect",
  v.thanked_at as "thankedAt", g.amount_cents as "paidCents", r.amount_cents as "refundedCents",
  nullif(r.returned_to, 'suspense') as "returnedTo", coalesce(r.settled_at, r.created_at) as "refundedAt",
  ${PAYER} as "payerMsisdn", (select state from gift_photos g where g.home_id = v.id) as "photoState",
  case when v.resent_at + make_interval(secs => ${RESEND_PAUSE_SECONDS}) > moment()
    then v.resent_at + make_interval(secs => ${RESEND_PAUSE_SECONDS}) end as "resendAt"`;

const SOURCE = sql`
  vouchers v
  left join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
  left join purchase_gifts g on g.voucher_id = v.id
  left join purchases p on p.home_id = g.home_id
  left join refunds r on r.home_id = v.id and r.voucher_id = v.id`;

/** Lists delivered gifts to a user's verified contacts, latest delivery first. */
export function listReceived(
  db: Db,
  person: { msisdn: string | null; email: string | null },
  page: Page & { isOpenOnly: boolean; voucherId?: string | undefined },
): Promise<ListedGift[]> {
  const isOpen = sql`v.closed_as is null and v.expires_at >= coalesce(v.frozen_at, moment())
    and (b.balance_cents > 0 or exists (select from holds h where h.voucher_id = v.id and h.status = 'OPEN'))`;
  return list(db, sql`v.deliver_at`, page, [
    sql`(v.recipient_msisdn = ${person.msisdn} or v.recipient_email = ${person.email})`,
    IS_DELIVERED,
    page.isOpenOnly ? isOpen : sql`true`,
    page.voucherId ? sql`v.id = ${page.voucherId}` : sql`true`,
  ]);
}

/**
 * Lists gifts that a user has paid for, latest first; for each purchase the current voucher, then the vouchers it
 * replaced.
 */
export async function listSent(
  db: Db,
  buyerId: string,
  page: Page & { requestId?: string | undefined },
): Promise<ListedGift[]> {
  const isOfPurchase = page.requestId
    ? sql`v.id = any(${await lineOf(db, page.requestId)}::uuid[])`
    : sql`true`;
  return list(db, sql`v.issued_at`, page, [sql`v.buyer_id = ${buyerId}`, isOfPurchase]);
}

/** Reads the ids of a purchase's vouchers and of their replacements. */
async function lineOf(db: Db, purchaseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select voucher_id as id from purchase_gifts
    where home_id = (select home_id from unique_names where kind = 'purchase' and key = ${purchaseId})`.execute(
    db,
  );
  const lines = await Promise.all(rows.map(({ id }) => listReplacements(db, id)));
  return lines.flat();
}

/** Finds one gift that a user has paid for. */
export async function findSent(db: Db, buyerId: string, voucherId: string): Promise<ListedGift | undefined> {
  const conditions = [sql`v.buyer_id = ${buyerId}`, sql`v.id = ${voucherId}`];
  return (await list(db, sql`v.issued_at`, { limit: 1 }, conditions))[0];
}

/** Finds one gift of any buyer. */
export async function findGift(db: Db, voucherId: string): Promise<ListedGift | undefined> {
  return (await list(db, sql`v.issued_at`, { limit: 1 }, [sql`v.id = ${voucherId}`]))[0];
}

/** Lists open holds of a voucher, oldest first. */
export async function listOpenHolds(db: Db, voucherId: string): Promise<OpenHold[]> {
  const { rows } = await sql<{ holdId: string; businessName: string; amountCents: bigint; expiresAt: Date }>`
    select h.id as "holdId", m.business_name as "businessName", h.amount_cents as "amountCents",
      h.expires_at as "expiresAt"
    from holds h join merchants m on m.id = h.merchant_id
    where h.voucher_id = ${voucherId} and h.status = 'OPEN' order by h.created_at, h.id`.execute(db);
  return rows.map(({ amountCents, expiresAt, ...hold }) => ({
    ...hold,
    amount: shillingsOf(amountCents),
    expiresAt: expiresAt.toISOString(),
  }));
}

async function list(
  db: Db,
  moment: RawBuilder<unknown>,
  { after, limit }: Page,
  conditions: RawBuilder<unknown>[],
): Promise<ListedGift[]> {
  const beyond = after
    ? sql`(${moment}, v.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<Listed & { instant: string; isReplacement: boolean }>`
    select ${COLUMNS}, ${moment}::text as instant, v.replaces_id is not null as "isReplacement" from ${SOURCE}
    where ${sql.join([...conditions, beyond], sql` and `)}
    order by ${moment} desc, v.id desc limit ${limit}`.execute(db);
  const gifts: ListedGift[] = [];
  for (const { instant, isReplacement, ...gift } of rows) {
    // Only replacements, which are few, need a search for the original voucher that was paid for.
    const payment = isReplacement ? await findPayment(db, await findOriginId(db, gift.id)) : {};
    gifts.push({ ...gift, ...payment, place: { instant, id: gift.id } });
  }
  return gifts;
}

async function findPayment(db: Db, originId: string): Promise<Partial<Listed>> {
  const { rows } = await sql<Pick<Listed, 'purchaseId' | 'paidCents' | 'payerMsisdn'>>`
    select p.id as "purchaseId", g.amount_cents as "paidCents", ${PAYER} as "payerMsisdn"
    from purchase_gifts g join purchases p on p.home_id = g.home_id
    where g.voucher_id = ${originId}`.execute(db);
  return rows[0] ?? {};
}
