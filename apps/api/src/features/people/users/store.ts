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
  /** The verified number, or the waiting one if none is verified; empty if there is neither. */
  phoneMsisdn: string;
  phoneVerified: boolean;
  /** The number that waits to be verified; null if none does. */
  pendingPhoneMsisdn: string | null;
  status: 'ACTIVE' | 'FROZEN';
  notifications: boolean;
  emailAlerts: boolean;
  /** Language of the messages to this user. */
  language: LanguageName;
  /** The address that waits for its link to be used; null if none does. */
  pendingEmail: string | null;
  /** Null if never changed since sign-up. */
  passwordChangedAt: Date | null;
  /** Null if never changed; verifying the number given at sign-up is no change. */
  phoneChangedAt: Date | null;
  /** Null if never changed. */
  emailChangedAt: Date | null;
  /** The owner says that a stranger knows the password: no money goes out until it is reset. */
  isPasswordDoubted: boolean;
  /** Null if the password was never reset. */
  passwordResetAt: Date | null;
  /**
   * The other contact, if it was proven before the latest reset: it may confirm the withdrawals that the reset delays.
   */
  confirmsReset: 'sms' | 'email' | null;
  /** When the owner froze the wallet; null while it is open. */
  walletFrozenAt: Date | null;
  walletFrozenBy: WalletFreeze['by'] | null;
  /** When a frozen wallet opens again; null until the owner requests that. */
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

/**
 * Reads users, also inside a transaction, where it sees the transaction's own writes. Like all functions here, it does
 * not find deleted accounts.
 */
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

/** Locks users. All code that spends a user's limits or wallet takes this lock first, which serialises it. */
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
 * Returns whether the address may be another person's: unproven, next to a proven phone. It proves nothing, and its
 * mailbox can claim it.
 */
export function isEmailDoubtful({
  emailVerified,
  phoneVerified,
}: Pick<UserRecord, 'emailVerified' | 'phoneVerified'>): boolean {
  return !emailVerified && phoneVerified;
}

/** Finds the account with this address, or that had it until a change that can still be taken back. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`
    select ${recordColumns} from users
    where status <> 'DELETED' and (email = ${email} or id in (${canTakeBackAddress(email)}))
    order by email = ${email} desc limit 1`.execute(db);
  return rows[0];
}

/** Matches the account that can take this address back. */
export function canTakeBackAddress(email: string) {
  return sql`select subject_id from contact_changes c where former = ${email} and is_address_kept(c)`;
}

type VerifiedBy = { msisdn?: string | null; email?: string | null };

/**
 * Finds the users who have verified each of these numbers or addresses: none, one, or two different ones.
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

/** Finds the users who have verified one contact. */
export async function findUsersByVerifiedContact(db: Db, contact: VerifiedBy): Promise<UserRecord[]> {
  const [users = []] = await findUsersByVerifiedContacts(db, [contact]);
  return users;
}

/** Returns whether the holder of this number can still claim a gift that was paid for and sent. */
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

/** Returns the account's address as its owner sees it: the waiting one if it has none yet, empty without either. */
export function shownEmailOf(user: Pick<UserRecord, 'email' | 'pendingEmail'>): string {
  return hasEmail(user) ? user.email : (user.pendingEmail ?? '');
}

/**
 * Domain of the placeholder for a missing address, here and in the database. RFC 2606 reserves it, so it can never
 * exist.
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
 * Confirms the address of an account that has proven neither address nor number, and removes its pending contacts.
 * @returns false when either was proven; nothing has changed then
 */
export async function confirmEmailByReset(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isConfirmed: boolean }>`
    select confirm_email_by_reset(${userId}) as "isConfirmed"`.execute(tx);
  return rows[0]?.isConfirmed === true;
}

/** Stores a password as `updatePassword` does, and records the contact that reset it. Withdrawals then wait. */
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

/** @returns false when the user has another address by now */
export async function markEmailVerified(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    update users set email_verified_at = coalesce(email_verified_at, moment())
    where id = ${userId} and email = ${email} returning id`.execute(tx);
  return rows.length === 1;
}

type Contact = Pick<UserRecord, 'email' | 'language'>;

/**
 * Makes the waiting number the verified one, and spends the code that was sent to it. Another account that holds the
 * number loses it; there it waits to be verified again.
 * @returns the addresses of owner and former holder; undefined when the code was used, or another number is pending
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

/** Ends every session and marks the password as doubted: it proves nothing until it is reset. */
export async function markPasswordDoubted(tx: Transaction, userId: string): Promise<void> {
  await sql`
    update users set password_doubted_at = moment(), session_version = session_version + 1
    where id = ${userId}`.execute(tx);
}

/** @param changeId the change whose former address is restored */
export async function restoreEmail(tx: Transaction, changeId: string): Promise<void> {
  await sql`select restore_email(${changeId}::uuid)`.execute(tx);
}

/** @param changeId the change whose former number is restored, or waits if another account has it by now */
export async function restorePhone(tx: Transaction, changeId: string): Promise<void> {
  await sql`select restore_phone(${changeId}::uuid)`.execute(tx);
}
