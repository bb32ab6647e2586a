import type { LanguageName } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Place } from '../../../platform/cursor.ts';
import { spendingState } from '../../money/vouchers/index.ts';

export type AccountRow = {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: boolean;
  phoneMsisdn: string | null;
  phoneVerified: boolean;
  status: 'ACTIVE' | 'FROZEN' | 'DELETED';
  walletCents: bigint;
  createdAt: Date;
  lastLoginAt: Date | null;
};

/** Columns of `users u` for an account. */
export const accountColumns = sql`
  u.id as "userId", u.first_name as "firstName", u.last_name as "lastName",
  case when u.email like '%@no-address.invalid' then '' else u.email end as email,
  u.email_verified_at is not null as "emailVerified",
  coalesce(u.phone_msisdn, u.pending_phone_msisdn) as "phoneMsisdn",
  u.phone_msisdn is not null as "phoneVerified", u.status, u.created_at as "createdAt",
  coalesce((
    select b.balance_cents from ledger.strict_balances b where b.home_id = u.id and b.account = 'wallet:' || u.id
  ), 0) as "walletCents",
  (
    select max(s.created_at) from sessions s where s.subject_id = u.id and s.audience = 'consumer'
  ) as "lastLoginAt"`;

export type DetailRow = AccountRow & {
  pendingEmail: string | null;
  pendingPhoneMsisdn: string | null;
  notifications: boolean;
  emailAlerts: boolean;
  language: LanguageName;
  passwordChangedAt: Date | null;
  phoneChangedAt: Date | null;
  deletedAt: Date | null;
  onItsWayCents: bigint;
  openPayments: number;
  vouchersBought: number;
  vouchersReceived: number;
};

export type VoucherRow = {
  id: string;
  codeLastFour: string;
  faceCents: bigint;
  balanceCents: bigint;
  closedAs: string | null;
  isPastLastDay: boolean;
  heldCents: bigint;
  senderName: string;
  recipientName: string;
  issuedAt: Date;
  deliverAt: Date;
  expiresAt: Date;
  place: Place;
};

type Page = { after?: Place | undefined; limit: number };

/** Reads an account. A deleted account has no personal data. */
export async function readDetail(db: Db, userId: string): Promise<DetailRow | undefined> {
  const { rows } = await sql<Omit<DetailRow, keyof MoneyRow>>`
    select ${accountColumns}, u.pending_email as "pendingEmail", u.pending_phone_msisdn as "pendingPhoneMsisdn",
      u.notifications, u.email_alerts as "emailAlerts", u.language, u.password_changed_at as "passwordChangedAt",
      u.phone_changed_at as "phoneChangedAt", u.deleted_at as "deletedAt"
    from users u where u.id = ${userId}`.execute(db);
  const [user] = rows;
  if (!user) return undefined;
  const phone = user.phoneVerified ? user.phoneMsisdn : null;
  const email = user.emailVerified ? user.email : null;
  return { ...user, ...(await readMoney(db, userId, { phone, email })) };
}

type MoneyRow = Pick<DetailRow, 'onItsWayCents' | 'openPayments' | 'vouchersBought' | 'vouchersReceived'>;

async function readMoney(
  db: Db,
  userId: string,
  { phone, email }: { phone: string | null; email: string | null },
): Promise<MoneyRow> {
  const { rows } = await sql<MoneyRow>`
    select
      (
        select coalesce(sum(amount_cents), 0)::bigint from withdrawals
        where user_id = ${userId} and status = 'PENDING'
      ) as "onItsWayCents",
      (
        (select count(*) from withdrawals where user_id = ${userId} and status = 'PENDING')
        + (select count(*) from purchases where buyer_id = ${userId} and status = 'PENDING')
        + (select count(*) from refunds where buyer_id = ${userId} and status = 'PENDING')
      )::int as "openPayments",
      (select count(*) from vouchers v where v.buyer_id = ${userId})::int as "vouchersBought",
      (
        select count(*) from vouchers v where v.recipient_msisdn = ${phone} or v.recipient_email = ${email}
      )::int as "vouchersReceived"`.execute(db);
  const [money] = rows;
  if (!money) throw new Error('the query of sums returned no row');
  return money;
}

/** Whether a user with this id exists, including closed accounts. */
export async function isUser(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId}`.execute(db);
  return rows.length === 1;
}

/** Reads the latest freeze of an account from the audit log. */
export async function readFreeze(
  db: Db,
  userId: string,
): Promise<{ at: Date; by: string; reason: string } | undefined> {
  const { rows } = await sql<{ at: Date; by: string; reason: string }>`
    select at, actor_name as by, reason from audit_log
    where subject_kind = 'user' and subject_id = ${userId} and action = 'user.frozen'
    order by seq desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Freezes or unfreezes an account. Freezing ends every session.
 * @returns false if the account is already in that state, or deleted
 */
export async function setFrozen(tx: Transaction, userId: string, isFrozen: boolean): Promise<boolean> {
  const { rows } = await sql<{ isChanged: boolean }>`
    select freeze_user(${userId}::uuid, ${isFrozen}) as "isChanged"`.execute(tx);
  return rows[0]?.isChanged === true;
}

/** Lists vouchers that a user has paid for, newest first. */
export function listBought(db: Db, userId: string, page: Page): Promise<VoucherRow[]> {
  return list(db, sql`v.buyer_id = ${userId}`, page);
}

/** Lists vouchers sent to a verified contact of a user, newest first, including scheduled ones. */
export function listReceived(db: Db, userId: string, page: Page): Promise<VoucherRow[]> {
  const phone = sql`(select phone_msisdn from users where id = ${userId})`;
  const email = sql`(select email from users where id = ${userId} and email_verified_at is not null)`;
  return list(db, sql`(v.recipient_msisdn = ${phone} or v.recipient_email = ${email})`, page);
}

async function list(db: Db, condition: RawBuilder<unknown>, { after, limit }: Page): Promise<VoucherRow[]> {
  const isAfter = after
    ? sql`(v.issued_at, v.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<Omit<VoucherRow, 'place'> & { instant: string }>`
    select v.id, v.code_last_four as "codeLastFour", v.face_cents as "faceCents",
      coalesce(b.balance_cents, 0) as "balanceCents", v.closed_as as "closedAs",
      ${spendingState}, v.sender_name as "senderName", v.recipient_name as "recipientName",
      v.issued_at as "issuedAt", v.deliver_at as "deliverAt", v.expires_at as "expiresAt",
      v.issued_at::text as instant
    from vouchers v
    left join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
    where ${condition} and ${isAfter}
    order by v.issued_at desc, v.id desc limit ${limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}
