import type { LanguageName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { ContactKind, FormerContact } from '../credentials/index.ts';
import type { UserRecord } from './store.ts';

/** Fields of a profile beyond the user's own row. */
export type ProfileFacts = {
  pictureName: string | null;
  hasSecondFactor: boolean;
  /** M-PESA's registered name of the verified phone, from the latest withdrawal to it; null without one. */
  registeredName: string | null;
};

export async function readProfileFacts(db: Db, userId: string): Promise<ProfileFacts> {
  const { rows } = await sql<ProfileFacts>`
    select
      (select name from user_pictures where user_id = u.id) as "pictureName",
      exists (select from second_factors where subject_id = u.id and enabled_at is not null) as "hasSecondFactor",
      (
        select paid_to_name from withdrawals
        where user_id = u.id and msisdn = u.phone_msisdn and status = 'COMPLETED' and paid_to_name is not null
        order by registered_at desc limit 1
      ) as "registeredName"
    from users u where u.id = ${userId}`.execute(db);
  return rows[0] ?? { pictureName: null, hasSecondFactor: false, registeredName: null };
}

/** Reads the contacts that "this was not me" would restore. */
export async function readFormerContacts(
  tx: Transaction,
  userId: string,
): Promise<Record<ContactKind, FormerContact>> {
  const { rows } = await sql<Contacts>`
    select email, email_verified_at as "emailVerifiedAt", email_changed_at as "emailChangedAt",
      coalesce(phone_msisdn, pending_phone_msisdn, '') as phone, phone_verified_at as "phoneVerifiedAt",
      phone_changed_at as "phoneChangedAt"
    from users where id = ${userId}`.execute(tx);
  const contacts = rows[0];
  if (!contacts) throw new Error('a locked user is gone');
  return {
    email: {
      kind: 'email',
      former: contacts.email,
      formerVerifiedAt: contacts.emailVerifiedAt,
      formerChangedAt: contacts.emailChangedAt,
    },
    phone: {
      kind: 'phone',
      former: contacts.phone,
      formerVerifiedAt: contacts.phoneVerifiedAt,
      formerChangedAt: contacts.phoneChangedAt,
    },
  };
}

type Contacts = Record<'email' | 'phone', string> &
  Record<'emailVerifiedAt' | 'emailChangedAt' | 'phoneVerifiedAt' | 'phoneChangedAt', Date | null>;

/** Profile fields that users change without proof; a new contact is only pending. */
export type Profile = Pick<
  UserRecord,
  | 'firstName'
  | 'lastName'
  | 'notifications'
  | 'emailAlerts'
  | 'language'
  | 'pendingEmail'
  | 'pendingPhoneMsisdn'
>;

export async function updateProfile(tx: Transaction, userId: string, profile: Profile): Promise<void> {
  await sql`
    update users set first_name = ${profile.firstName}, last_name = ${profile.lastName},
      notifications = ${profile.notifications}, email_alerts = ${profile.emailAlerts}, language = ${profile.language},
      pending_email = ${profile.pendingEmail}, pending_phone_msisdn = ${profile.pendingPhoneMsisdn}
    where id = ${userId}`.execute(tx);
}

/** An account that has lost an email address because it never proved it. */
export type FreedEmail = { userId: string; msisdn: string; language: LanguageName };

/**
 * Takes the email address that a link will confirm from an account that never proved it next to a proven phone.
 * @returns the account that lost the address
 */
export async function freeUnprovenEmail(tx: Transaction, tokenHash: Buffer): Promise<FreedEmail | undefined> {
  const { rows } = await sql<FreedEmail>`
    select loser as "userId", msisdn, language from free_unproven_email(${tokenHash})
    where loser is not null`.execute(tx);
  return rows[0];
}

/**
 * Makes the pending email address the account's.
 * @returns the former address; undefined when `address` is not pending, or another account can restore it
 */
export async function confirmPendingEmail(
  tx: Transaction,
  userId: string,
  address: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ former: string | null }>`
    select confirm_pending_email(${userId}::uuid, ${address}) as former`.execute(tx);
  return rows[0]?.former ?? undefined;
}

export async function putPicture(
  db: Db,
  picture: { userId: string; name: string; webp: Buffer },
): Promise<void> {
  await sql`
    insert into user_pictures (user_id, name, webp)
    values (${picture.userId}, ${picture.name}, ${picture.webp})
    on conflict (user_id) do update set name = excluded.name, webp = excluded.webp`.execute(db);
}

export async function deletePicture(db: Db, userId: string): Promise<void> {
  await sql`delete from user_pictures where user_id = ${userId}`.execute(db);
}

export async function readPicture(db: Db, name: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ webp: Buffer }>`select webp from user_pictures where name = ${name}`.execute(
    db,
  );
  return rows[0]?.webp;
}
