import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
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
  /** The proven number, as 254XXXXXXXXX. */
  msisdn: string | null;
  passwordHash: string;
  sessionVersion: number;
};

const credentialColumns = sql`
  id, first_name as "firstName", last_name as "lastName", email, email_verified_at is not null as "emailVerified",
  pending_email as "pendingEmail",  phone_msisdn as msisdn, language, password_hash as "passwordHash", session_version as "sessionVersion", status,
  password_doubted_at is not null as "isPasswordDoubted"`;

export type KnownByAddress = Credentials & {
  /** Whether a change set the address less than 24 hours ago. */
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
 * Reads the account that has proven this number, 254XXXXXXXXX, unless a change set the number within the last 24
 * hours.
 */
export async function readCredentialsByPhone(db: Db, msisdn: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select ${credentialColumns} from users
    where phone_msisdn = ${msisdn} and status <> 'DELETED'
      and coalesce(phone_changed_at <= moment() - interval '24 hours', true)`.execute(db);
  return rows[0];
}

/**
 * Reads when the proven number was last used with the account: proven, paid from by a prompt, paid out to, or used to
 * reset the password. A withdrawal to another number does not count: not every one needs a code. Null when no number
 * is proven.
 */
export async function readPhoneUse(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ usedAt: Date | null }>`
    select greatest(
      u.phone_verified_at,
      case u.password_reset_by when 'sms' then u.password_reset_at end,
      (
        select max(p.completed_at) from purchases p
        where p.buyer_id = u.id and p.payer_msisdn = u.phone_msisdn and p.paid_from is null
      ),
      (select max(w.completed_at) from withdrawals w where w.user_id = u.id and w.msisdn = u.phone_msisdn)
    ) as "usedAt"
    from users u where u.id = ${userId} and u.phone_msisdn is not null`.execute(db);
  return rows[0]?.usedAt ?? null;
}

/**
 * Finds the accounts that a name can sign in to. One is the holder of the name; the other is the newest sign-up that
 * waits to prove the same address and has no other. The sign-up counts only while no account has proven the address,
 * or as its only holder.
 * @param name an email address, or 254XXXXXXXXX, which is found where it is verified
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
