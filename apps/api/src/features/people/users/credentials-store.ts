import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { isEmailDoubtful, NO_ADDRESS, type UserRecord } from './store.ts';

export type Credentials = Pick<
  UserRecord,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'emailVerified'
  | 'pendingEmail'
  | 'language'
  | 'status'
  | 'isPasswordDoubted'
> & {
  /** Proven phone number (254XXXXXXXXX). */
  msisdn: string | null;
  passwordHash: string;
  sessionVersion: number;
};

const credentialColumns = sql`
  id, first_name as "firstName", last_name as "lastName", email, email_verified_at is not null as "emailVerified",
  pending_email as "pendingEmail",  phone_msisdn as msisdn, language, password_hash as "passwordHash", session_version as "sessionVersion", status,
  password_doubted_at is not null as "isPasswordDoubted"`;

export type KnownByAddress = Credentials & {
  /** Whether the email address was set by a change less than 24 hours ago. */
  isAddressYoung: boolean;
  emailChangedAt: Date | null;
};

export async function readCredentials(db: Db, email: string): Promise<KnownByAddress | undefined> {
  const { rows } = await sql<KnownByAddress>`
    select ${credentialColumns}, coalesce(email_changed_at > moment() - interval '24 hours', false) as "isAddressYoung",
      email_changed_at as "emailChangedAt"
    from users where email = ${email} and status <> 'DELETED'`.execute(db);
  return rows[0];
}

/**
 * Reads the account that has proven this phone number (254XXXXXXXXX). Finds none if the number was set by a
 * change in the last 24 hours.
 */
export async function readCredentialsByPhone(db: Db, msisdn: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select ${credentialColumns} from users
    where phone_msisdn = ${msisdn} and status <> 'DELETED'
      and coalesce(phone_changed_at <= moment() - interval '24 hours', true)`.execute(db);
  return rows[0];
}

/** Days after which an unused number may be another person's: mobile operators give it to a new customer. */
export const PHONE_UNUSED_AFTER_DAYS = 90;

/** SQL: when the account `u` last used its proven phone number. */
const PHONE_USED_AT = sql<Date | null>`greatest(
  u.phone_verified_at,
  u.ussd_used_at,
  case u.password_reset_by when 'sms' then u.password_reset_at end,
  (
    select max(p.completed_at) from purchases p
    where p.buyer_id = u.id and p.payer_msisdn = u.phone_msisdn and p.paid_from is null and p.paid_by = 'mpesa'
  ),
  (select max(w.completed_at) from withdrawals w where w.user_id = u.id and w.msisdn = u.phone_msisdn)
)`;

/** SQL: whether the account `u` has used its proven phone number within the last 90 days. */
const IS_PHONE_IN_USE = sql<boolean>`
  (u.phone_msisdn is not null and ${PHONE_USED_AT} > moment() - make_interval(days => ${PHONE_UNUSED_AFTER_DAYS}))`;

/**
 * Reads when the account last used its proven phone number: for the proof, a USSD session, a prompted payment, a
 * withdrawal to it or a reset by SMS. Withdrawals to other numbers do not count, because not all need a code by SMS.
 * Null without a proven number.
 */
export async function readPhoneUse(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ usedAt: Date | null }>`
    select ${PHONE_USED_AT} as "usedAt" from users u
    where u.id = ${userId} and u.phone_msisdn is not null`.execute(db);
  return rows[0]?.usedAt ?? null;
}

/**
 * Records a USSD session of a phone number as a use by the account that has proven the number. After 90 days without
 * use, the caller may be another person: then nothing is recorded.
 * @param msisdn 254XXXXXXXXX
 */
export async function recordUssdUse(tx: Transaction, msisdn: string): Promise<void> {
  await sql`
    update users u set ussd_used_at = moment()
    where u.phone_msisdn = ${msisdn} and coalesce(u.ussd_used_at < moment() - interval '1 day', true)
      and ${IS_PHONE_IN_USE}`.execute(tx);
}

/**
 * Locks the account that has proven a phone number.
 * @param msisdn 254XXXXXXXXX
 * @returns its id, and whether it has used the number within the last 90 days
 */
export async function lockOwnerOfPhone(
  tx: Transaction,
  msisdn: string,
): Promise<{ userId: string; isPhoneInUse: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; isPhoneInUse: boolean }>`
    select u.id as "userId", ${IS_PHONE_IN_USE} as "isPhoneInUse" from users u
    where u.phone_msisdn = ${msisdn} for no key update`.execute(tx);
  return rows[0];
}

/**
 * Finds the accounts that a name can sign in to, two at most. One has the email address or the verified phone number.
 * The other is the newest sign-up without an address that waits to prove this one. The sign-up counts only if no
 * account has the address, or one that has a proven phone but never proved the address.
 * @param name an email address, or a phone number as 254XXXXXXXXX
 */
export async function findCredentials(db: Db, name: string): Promise<Credentials[]> {
  const { rows } = await sql<Credentials & { isHolder: boolean }>`
    select * from (
      select true as "isHolder", ${credentialColumns} from users
      where (email = ${name} or phone_msisdn = ${name}) and status <> 'DELETED'
      union all (
      select false, ${credentialColumns} from users
      where pending_email = ${name} and email like ${`%@${NO_ADDRESS}`} and status <> 'DELETED'
      order by created_at desc limit 1)
    ) named
    order by "isHolder" desc`.execute(db);
  const [first] = rows;
  const isAlone =
    first?.isHolder === true && !isEmailDoubtful({ ...first, phoneVerified: first.msisdn !== null });
  return isAlone ? [first] : rows;
}

export async function readOwnCredentials(db: Db, userId: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select ${credentialColumns} from users where id = ${userId} and status <> 'DELETED'`.execute(db);
  return rows[0];
}
