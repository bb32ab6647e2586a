import type { LanguageName, WalletFreeze } from '@zawadi/contract';
import { sql } from 'kysely';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** A consumer as other features see one. */
export type UserRecord = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: boolean;
  /** Verified phone number, or else the waiting one; empty without either. */
  phoneMsisdn: string;
  phoneVerified: boolean;
  /** Phone number that waits to be verified, if any. */
  pendingPhoneMsisdn: string | null;
  status: 'ACTIVE' | 'FROZEN';
  notifications: boolean;
  emailAlerts: boolean;
  /** Language of the messages to this user. */
  language: LanguageName;
  /** Email address that waits for the use of its link, if any. */
  pendingEmail: string | null;
  /** Null if never changed since sign-up. */
  passwordChangedAt: Date | null;
  /** Null if never changed; verifying the number given at sign-up is no change. */
  phoneChangedAt: Date | null;
  /** Null if never changed. */
  emailChangedAt: Date | null;
  /** True if the owner reported that a stranger knows the password. No money goes out until its reset. */
  isPasswordDoubted: boolean;
  /** Null if the password was never reset. */
  passwordResetAt: Date | null;
  /** Contact that may confirm withdrawals after a reset: the one not used for the reset, if proven before it. */
  confirmsReset: 'sms' | 'email' | null;
  /** When the owner froze the wallet; null while it is open. */
  walletFrozenAt: Date | null;
  walletFrozenBy: WalletFreeze['by'] | null;
  /** When a frozen wallet opens again; null unless the owner has scheduled it. */
  walletOpensAt: Date | null;
  createdAt: Date;
};

const recordColumns = sql`
  id, first_name as "firstName", last_name as "lastName", email, email_verified_at is not null as "emailVerified",
  coalesce(phone_msisdn, pending_phone_msisdn, '') as "phoneMsisdn", phone_msisdn is not null as "phoneVerified",
  pending_phone_msisdn as "pendingPhoneMsisdn", status, notifications, email_alerts as "emailAlerts",
  language, pending_email as "pendingEmail",
  password_changed_at as "passwordChangedAt", phone_changed_at as "phoneChangedAt",
  email_changed_at as "emailChangedAt", password_doubted_at is not null as "isPasswordDoubted",
  password_reset_at as "passwordResetAt",
  case
    when password_reset_by = 'email' and phone_verified_at < password_reset_at then 'sms'
    when password_reset_by = 'sms' and email_verified_at < password_reset_at then 'email'
  end as "confirmsReset",
  case when coalesce(wallet_opens_at > moment(), true) then wallet_frozen_at end as "walletFrozenAt",
  wallet_frozen_by as "walletFrozenBy", wallet_opens_at as "walletOpensAt",
  created_at as "createdAt"`;

/** Reads users; pass a transaction to read its own writes. No function of this file finds deleted accounts. */
export async function readUsers(db: Db, userIds: string[]): Promise<(UserRecord | undefined)[]> {
  const { rows } = await sql<UserRecord>`
    select ${recordColumns} from users where ${isAnyOf('id', userIds, 'uuid')} and status <> 'DELETED'`.execute(
    db,
  );
  return usersOf(userIds, rows);
}

export async function readUser(db: Db, userId: string): Promise<UserRecord | undefined> {
  const [user] = await readUsers(db, [userId]);
  return user;
}

/** Locks users. Take this lock before spending a user's limits or wallet, so that spending is serialised. */
export async function lockUserRecords(
  tx: Transaction,
  userIds: string[],
): Promise<(UserRecord | undefined)[]> {
  const { rows } = await sql<UserRecord>`
    select ${recordColumns} from users where ${isAnyOf('id', userIds, 'uuid')} and status <> 'DELETED'
    order by id for no key update`.execute(tx);
  return usersOf(userIds, rows);
}

export async function lockUserRecord(tx: Transaction, userId: string): Promise<UserRecord | undefined> {
  const [user] = await lockUserRecords(tx, [userId]);
  return user;
}

function usersOf(userIds: string[], users: UserRecord[]): (UserRecord | undefined)[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  return userIds.map((id) => byId.get(id.toLowerCase()));
}

/**
 * Returns whether the email address may be another person's: it is unproven, next to a proven phone. Such an address
 * is no proof, and the person who reads its mails can claim it.
 */
export function isEmailDoubtful({
  emailVerified,
  phoneVerified,
}: Pick<UserRecord, 'emailVerified' | 'phoneVerified'>): boolean {
  return !emailVerified && phoneVerified;
}

/** Finds the account that has this email address, or that can still restore it. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`
    select ${recordColumns} from users
    where status <> 'DELETED' and (email = ${email} or id in (${canTakeBackAddress(email)}))
    order by email = ${email} desc limit 1`.execute(db);
  return rows[0];
}

/** Subquery for the account that can still restore this email address. */
export function canTakeBackAddress(email: string) {
  return sql`select subject_id from contact_changes c where former = ${email} and is_address_kept(c)`;
}

type VerifiedBy = { msisdn?: string | null; email?: string | null };

/**
 * For each pair of contacts, finds the users who have verified its phone number or email address: none, one, or two.
 * @param contacts.msisdn 254XXXXXXXXX
 * @param contacts.email in lower case
 */
export async function findUsersByVerifiedContacts(db: Db, contacts: VerifiedBy[]): Promise<UserRecord[][]> {
  const msisdns = contacts.map(({ msisdn }) => msisdn ?? null);
  const emails = contacts.map(({ email }) => email ?? null);
  const { rows } = await sql<UserRecord>`
    select ${recordColumns} from users
    where phone_msisdn = any(${msisdns}::text[]) or (email = any(${emails}::text[]) and email_verified_at is not null)
    order by id`.execute(db);
  return contacts.map(({ msisdn, email }) =>
    rows.filter(
      (user) =>
        (user.phoneVerified && user.phoneMsisdn === msisdn) || (user.emailVerified && user.email === email),
    ),
  );
}

/** Finds the users who have verified this phone number or email address. */
export async function findUsersByVerifiedContact(db: Db, contact: VerifiedBy): Promise<UserRecord[]> {
  const [users = []] = await findUsersByVerifiedContacts(db, [contact]);
  return users;
}

/** Returns whether a gift that was paid for and sent still waits to be claimed by this phone number. */
export async function doesGiftWait(tx: Transaction, msisdn: string): Promise<boolean> {
  const { rows } = await sql`
    select from vouchers
    where recipient_msisdn = ${msisdn} and buyer_id is not null and closed_as is null and deliver_at <= moment()
    limit 1`.execute(tx);
  return rows.length === 1;
}

export function hasEmail({ email }: Pick<UserRecord, 'email'>): boolean {
  return !email.endsWith(`@${NO_ADDRESS}`);
}

/** Returns the email address that the owner sees: the account's, or else the pending one; empty without either. */
export function shownEmailOf(user: Pick<UserRecord, 'email' | 'pendingEmail'>): string {
  return hasEmail(user) ? user.email : (user.pendingEmail ?? '');
}

/**
 * Domain of the placeholder for a missing email address, here and in the database. RFC 2606 reserves
 * `.invalid`, so it can never exist.
 */
export const NO_ADDRESS = 'no-address.invalid';

/** Stores a password and raises the session version, which ends every session. */
export async function updatePassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}, password_changed_at = moment(), password_doubted_at = null,
      session_version = session_version + 1
    where id = ${userId}`.execute(tx);
}

/**
 * Confirms the email address of an account without any proven contact, and removes its pending contacts.
 * @returns false, without a change, when a contact was already proven
 */
export async function confirmEmailByReset(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isConfirmed: boolean }>`
    select confirm_email_by_reset(${userId}) as "isConfirmed"`.execute(tx);
  return rows[0]?.isConfirmed === true;
}

/** Stores a password as `updatePassword` does, and records which contact reset it. Withdrawals then wait a day. */
export async function resetPasswordBy(
  tx: Transaction,
  { userId, passwordHash, channel }: { userId: string; passwordHash: string; channel: 'email' | 'sms' },
): Promise<void> {
  await updatePassword(tx, userId, passwordHash);
  await sql`
    update users set password_reset_at = moment(), password_reset_by = ${channel} where id = ${userId}`.execute(
    tx,
  );
}

/**
 * Marks the email address as verified.
 * @returns false when the user has another address now
 */
export async function markEmailVerified(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    update users set email_verified_at = coalesce(email_verified_at, moment())
    where id = ${userId} and email = ${email} returning id`.execute(tx);
  return rows.length === 1;
}

type Contact = Pick<UserRecord, 'email' | 'language'>;

/**
 * Marks the waiting phone number as verified, and spends the code that was sent to it. Another account with the
 * number loses it and must verify it again.
 * @returns email address and language of owner and former holder; undefined when the code was used, or another number
 * is pending
 */
export async function markPhoneVerified(
  tx: Transaction,
  userId: string,
  { id: codeId, target }: { id: string; target: string },
): Promise<(Contact & { isChange: boolean; formerHolder: Contact | undefined }) | undefined> {
  type Row = Contact & { isChange: boolean; formerEmail: string | null; formerLanguage: LanguageName };
  const { rows } = await sql<Row>`
    select own_email as email, own_language as language, is_change as "isChange", former_email as "formerEmail",
      former_language as "formerLanguage"
    from verify_phone(${userId}, ${target}, ${codeId}) where own_email is not null`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  const { formerEmail, formerLanguage, ...own } = row;
  const formerHolder = formerEmail === null ? undefined : { email: formerEmail, language: formerLanguage };
  return { ...own, formerHolder };
}

/** Ends every session and marks the password as doubted: until its reset it is no proof. */
export async function markPasswordDoubted(tx: Transaction, userId: string): Promise<void> {
  await sql`
    update users set password_doubted_at = moment(), session_version = session_version + 1
    where id = ${userId}`.execute(tx);
}

/** Restores the email address that a change replaced. */
export async function restoreEmail(tx: Transaction, changeId: string): Promise<void> {
  await sql`select restore_email(${changeId}::uuid)`.execute(tx);
}

/** Restores the phone number that a change replaced; it only waits to be verified if another account has it now. */
export async function restorePhone(tx: Transaction, changeId: string): Promise<void> {
  await sql`select restore_phone(${changeId}::uuid)`.execute(tx);
}
