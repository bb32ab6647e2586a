import type { LanguageName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { canTakeBackAddress, NO_ADDRESS } from './store.ts';

export type NewUser = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneMsisdn: string;
  passwordHash: string;
  language: LanguageName;
};

/**
 * Inserts an account.
 * @returns false when another account has the email address, or may still restore it; that account is unchanged
 */
export async function insertUser(tx: Transaction, user: NewUser): Promise<boolean> {
  const { rows } = await sql`
    insert into users (id, first_name, last_name, email, pending_phone_msisdn, signup_phone_msisdn, password_hash, language)
    select ${user.id}::uuid, ${user.firstName}, ${user.lastName}, ${user.email}, ${user.phoneMsisdn}, ${user.phoneMsisdn},
      ${user.passwordHash}, ${user.language}
    where not exists (${canTakeBackAddress(user.email)})
    on conflict (email) do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

/**
 * Inserts an account without an email address.
 * @param user.pendingEmail the address that waits for the use of its link
 */
export async function insertUserWithoutEmail(
  tx: Transaction,
  { pendingEmail, ...user }: Omit<NewUser, 'email'> & { pendingEmail: string | undefined },
): Promise<void> {
  await insertUser(tx, { ...user, email: `${user.id}@${NO_ADDRESS}` });
  if (pendingEmail === undefined) return;
  await sql`update users set pending_email = ${pendingEmail} where id = ${user.id}`.execute(tx);
}

/**
 * Marks the waiting phone number of a new account as verified, without a code: the mobile operator names the caller.
 * @returns false when the number is taken (`isPhoneTaken`)
 */
export async function markCallingPhoneVerified(
  tx: Transaction,
  userId: string,
  msisdn: string,
): Promise<boolean> {
  const { rows } = await sql<{ isVerified: boolean }>`
    select verify_calling_phone(${userId}, ${msisdn}) as "isVerified"`.execute(tx);
  return rows[0]?.isVerified === true;
}

/**
 * Returns whether no new account may have a phone number: an account has proven it, an account can still take it back
 * after a change, or an open lost-contact case names it.
 */
export async function isPhoneTaken(db: Db, msisdn: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`select is_phone_taken(${msisdn}) as "isTaken"`.execute(db);
  return rows[0]?.isTaken === true;
}
