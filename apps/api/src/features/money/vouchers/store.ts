import { sql, type InsertObject, type RawBuilder } from 'kysely';
import { isAnyOf, lockedInOrder } from '../../../platform/db/any-of.ts';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { insertingRows } from '../../../platform/db/inserting-rows.ts';
import { rowOfEach, valueOfEach } from '../../../platform/db/row-of-each.ts';

const VOUCHER = [
  'id',
  'purchase_id as purchaseId',
  'buyer_id as buyerId',
  'issuer_merchant_id as issuerMerchantId',
  'issuer_reference as issuerReference',
  'issuer_metadata as issuerMetadata',
  'face_cents as faceCents',
  'code_sealed as codeSealed',
  'code_last_four as codeLastFour',
  'alias_sealed as aliasSealed',
  'claim_token_sealed as claimTokenSealed',
  'sender_name as senderName',
  'recipient_name as recipientName',
  'recipient_msisdn as recipientMsisdn',
  'recipient_email as recipientEmail',
  'message',
  'cloth',
  'deliver_at as deliverAt',
  'expires_at as expiresAt',
  'announced_at as announcedAt',
  'opened_at as openedAt',
  'closed_as as closedAs',
  'frozen_by_support as isFrozenBySupport',
  'frozen_for as frozenFor',
  'replaces_id as replacesId',
  'mpesa_receipt as mpesaReceipt',
  'resends',
  'corrections',
  'thanked_at as thankedAt',
] as const;

/** SQL for a query of `vouchers v`: amount on hold at shops. */
export const heldCents = sql<bigint>`(
  select coalesce(sum(h.amount_cents), 0)::bigint from holds h where h.voucher_id = v.id and h.status = 'OPEN'
)`;

/** SQL for a query of `vouchers v`: the balance, from the same snapshot as the rest of the query. */
export const balanceCents = sql<bigint>`coalesce((
  select b.balance_cents from ledger.strict_balances b
  where b.home_id = v.id and b.account = 'voucher:' || v.id
), 0)`;

/** SQL for a query of `vouchers v`: when the merchant that made it was closed; null while it is not. */
export const issuerClosedAt = sql<Date | null>`(
  select m.closed_since from merchants m where m.id = v.issuer_merchant_id and m.status = 'INACTIVE'
)`;

/**
 * SQL for a query of `vouchers v`: whether it has expired or is frozen, and its held amount. A frozen voucher does
 * not expire.
 */
export const spendingState = sql`
  v.expires_at < coalesce(v.frozen_at, moment()) as "isPastLastDay", v.frozen_at is not null as "isFrozen",
  ${heldCents} as "heldCents"`;

export type Voucher = NonNullable<Awaited<ReturnType<typeof findVoucher>>>;

type NewVoucher = Omit<InsertObject<Database, 'vouchers'>, 'expires_at'> & {
  id: string;
  deliverAt: Date | null;
  expiresAt?: Date | null;
};

/**
 * Inserts vouchers. By default each is valid for 24 months from its delivery, until the end of a day in Nairobi.
 * @param all.deliverAt null or a past moment means at once
 * @returns for each voucher, whether it is delivered now
 */
export async function insertVouchers(tx: Transaction, all: NewVoucher[]): Promise<boolean[]> {
  const rows = all.map(({ deliverAt, expiresAt, ...row }) => ({
    ...row,
    deliver_at: deliverAt ?? undefined,
    expires_at: expiresAt ?? undefined,
  }));
  const inserted = await insertingRows(tx, 'vouchers', rows, MOMENTS)
    .returning(['id', 'announced_at as announcedAt'])
    .execute();
  const announced = new Set(inserted.flatMap(({ id, announcedAt }) => (announcedAt ? [id] : [])));
  return all.map(({ id }) => announced.has(id));
}

type Given = (column: string) => RawBuilder<unknown>;

const deliveryOf = (given: Given) => sql<Date>`greatest(moment(), ${given('deliver_at')}::timestamptz)`;

const MOMENTS = {
  deliver_at: deliveryOf,
  announced_at: (given: Given) => sql`case when ${deliveryOf(given)} = moment() then moment() end`,
  expires_at: (given: Given) =>
    sql`coalesce(${given('expires_at')}::timestamptz, ${longestValidity(deliveryOf(given))})`,
};

/** Returns true if a voucher delivered now may have this expiry. */
export async function isPossibleExpiry(db: Db, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql<{ isPossible: boolean }>`
    select ${expiresAt}::timestamptz > moment() and ${expiresAt}::timestamptz <= ${longestValidity(sql`moment()`)}
      as "isPossible"`.execute(db);
  return rows[0]?.isPossible === true;
}

function longestValidity(delivery: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`last_moment_of_validity(${delivery})`;
}

export const findVouchers = (db: Db, ids: string[]) =>
  rowOfEach(
    ids,
    (those) =>
      db
        .selectFrom('vouchers as v')
        .select(VOUCHER)
        .select(sql<boolean>`deliver_at <= moment()`.as('isDelivered'))
        .select(sql<boolean>`expires_at < coalesce(frozen_at, moment())`.as('isPastLastDay'))
        .select(sql<boolean>`frozen_at is not null`.as('isFrozen'))
        .select(heldCents.as('heldCents'))
        .select(issuerClosedAt.as('issuerClosedAt'))
        // Read voucher and balance in one query: a voucher read before a claim, with the balance after the claim,
        // would look spent.
        .select(balanceCents.as('balanceCents'))
        .where(isAnyOf('v.id', those, 'uuid'))
        .execute(),
    ({ id }) => id,
  );

export async function findVoucher(db: Db, id: string) {
  const [voucher] = await findVouchers(db, [id]);
  return voucher;
}

type Closure = { id: string; closedAs: 'CLAIMED' | 'EXPIRED' | 'VOIDED' | 'REFUNDED' };

/**
 * Closes vouchers whose whole value was moved away; a claim also marks them as opened. Lock their balances in the
 * ledger first.
 */
export async function closeVouchers(tx: Transaction, all: Closure[]): Promise<void> {
  const ids = all.map(({ id }) => id);
  const closedAs = valueOfEach(
    'v.id',
    all.map(({ id, closedAs: value }) => ({ id, value })),
    'text',
  );
  await sql`
    update vouchers v set closed_at = moment(), closed_as = ${closedAs},
      opened_at = least(v.opened_at, case ${closedAs} when 'CLAIMED' then moment() end)
    from ${lockedInOrder('vouchers', 'id', ids, 'uuid')} l
    where v.id = l.id and v.closed_as is null`.execute(tx);
}

/** Stores the receipt of the payment behind vouchers, when a callback reports the receipt late. */
export async function recordReceipt(tx: Transaction, ids: string[], receipt: string): Promise<void> {
  await tx.updateTable('vouchers').set({ mpesa_receipt: receipt }).where('id', 'in', ids).execute();
}

type Activity = InsertObject<Database, 'voucher_activities'>;
type Claim = InsertObject<Database, 'claims'>;

export async function insertActivities(tx: Transaction, all: Activity[]): Promise<void> {
  await insertingRows(tx, 'voucher_activities', all).execute();
}

export async function insertActivity(tx: Transaction, activity: Activity): Promise<void> {
  await insertActivities(tx, [activity]);
}

export async function insertClaims(tx: Transaction, all: Claim[]): Promise<void> {
  await insertingRows(tx, 'claims', all).execute();
}

/**
 * Finds the claims of vouchers.
 * @returns claimant and amount for each voucher
 */
export function findClaims(db: Db, voucherIds: string[]) {
  return rowOfEach(
    voucherIds,
    (those) =>
      db
        .selectFrom('claims')
        .select(['voucher_id as voucherId', 'user_id as userId', 'amount_cents as amountCents'])
        .where(isAnyOf('voucher_id', those, 'uuid'))
        .execute(),
    ({ voucherId }) => voucherId,
  );
}

/** Returns true if the buyer wants the preview card of the link to name the amount; false for a replacement. */
export async function isAmountShown(db: Db, voucherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from purchase_gifts where voucher_id = ${voucherId} and shows_amount`.execute(db);
  return rows.length > 0;
}

/** Returns true if the recipient may see a photo of the giver; false for a replacement. */
export async function hasPhoto(db: Db, voucherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from gift_photos where home_id = ${voucherId} and state = 'SHOWN'`.execute(db);
  return rows.length > 0;
}

/** Finds the value of a voucher at its last expiry. */
export async function findExpiredCents(db: Db, voucherId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint | null }>`
    select amount_cents as cents from voucher_activities
    where voucher_id = ${voucherId} and kind = 'EXPIRED' order by at desc, id desc limit 1`.execute(db);
  const cents = rows[0]?.cents;
  if (cents === undefined || cents === null) throw new Error(`voucher ${voucherId} has not expired`);
  return cents;
}

/**
 * Returns true if M-PESA has reversed the payment behind a voucher on its own: we have already lost the remaining
 * value.
 */
export async function isPaymentTakenBack(db: Db, voucherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger.transfers where home_id = ${voucherId} and kind = 'payment_taken_back' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Extends a voucher, and reopens it if it was closed by its expiry. Lock the voucher first. */
export async function reopenUntil(tx: Transaction, voucherId: string, expiresAt: Date): Promise<void> {
  const { rows } = await sql<{ isExtended: boolean }>`
    select extend_voucher(${voucherId}::uuid, ${expiresAt}::timestamptz) as "isExtended"`.execute(tx);
  if (rows[0]?.isExtended !== true) throw new Error(`voucher ${voucherId} was not extended`);
}
