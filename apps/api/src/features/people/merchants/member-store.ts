import type { MemberRole } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { MerchantStatus } from './store.ts';

/** The account of an owner or a staff member. */
export type Member = {
  staffId: string;
  merchantId: string;
  merchantCode: string;
  businessName: string;
  /** Null for the owner. */
  handle: string | null;
  name: string;
  /** The staff member's own email address, or else the contact's. */
  email: string;
  /** Null if the email address was never changed. */
  emailChangedAt: Date | null;
  /** Whether the email address was set by a change less than 24 hours ago. */
  isEmailYoung: boolean;
  isContact: boolean;
  /** Whether the former contact has answered "this was not me" to the email address. */
  isContactDoubted: boolean;
  isPasswordDoubted: boolean;
  staffRole: MemberRole;
  mustChangePassword: boolean;
  /** Whether the password is temporary and was not replaced in time. */
  isPasswordExpired: boolean;
  passwordHash: string;
  sessionVersion: number;
  status: 'ACTIVE' | 'DISABLED';
  merchantStatus: MerchantStatus;
};

const members = sql`
  select ms.id as "staffId", m.id as "merchantId", m.merchant_code as "merchantCode",
    m.business_name as "businessName", ms.handle,
    coalesce(ms.name, case when ms.handle is null then m.contact_name else ms.handle end) as name,
    coalesce(ms.email, m.contact_email) as email, ms.email is null as "isContact",
    ms.email is null and m.settlements_held_since is not null as "isContactDoubted",
    case when ms.email is null then m.contact_email_changed_at else ms.email_changed_at end as "emailChangedAt",
    coalesce(
      case when ms.email is null then m.contact_email_changed_at else ms.email_changed_at end
        > moment() - interval '24 hours', false
    ) as "isEmailYoung",
    ms.password_doubted_at is not null as "isPasswordDoubted", ms.role as "staffRole",
    ms.must_change_password as "mustChangePassword",
    ms.must_change_password and ms.temporary_password_until <= moment() as "isPasswordExpired", ms.password_hash as "passwordHash",
    ms.session_version as "sessionVersion", ms.status, m.status as "merchantStatus"
  from merchants m join merchant_staff ms on ms.merchant_id = m.id`;

export async function readMember(db: Db, staffId: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`${members} where ms.id = ${staffId}`.execute(db);
  return rows[0];
}

/**
 * Finds the account by its sign-in code.
 * @param signInCode `DUKA001` for the owner, `DUKA001.JUMA` for a staff member
 */
export async function findMember(db: Db, signInCode: string): Promise<Member | undefined> {
  const [merchantCode = '', handle = null] = signInCode.split('.');
  const { rows } = await sql<Member>`
    ${members}
    where m.merchant_code = ${merchantCode} and ms.handle is not distinct from ${handle}::text`.execute(db);
  return rows[0];
}

/**
 * Stores a password and raises the session version, which ends every session. Restarts the lifetime of a temporary
 * password.
 */
export async function updateMemberPassword(
  tx: Transaction,
  staffId: string,
  password: { hash: string; mustChange: boolean },
): Promise<void> {
  await sql`
    update merchant_staff set password_hash = ${password.hash}, must_change_password = ${password.mustChange},
      session_version = session_version + 1, temporary_password_until = default, password_doubted_at = null
    where id = ${staffId}`.execute(tx);
}

/**
 * Adds an owner or a staff member.
 * @returns false when the merchant already has a member with this handle
 */
export async function insertMember(
  tx: Transaction,
  member: {
    id: string;
    merchantId: string;
    /** Sign-in name of a staff member. Undefined for the owner, whose name and email are the merchant's contact's. */
    handle?: string;
    name?: string;
    email?: string | undefined;
    staffRole: MemberRole;
    /** By default all places. */
    placeId?: string | null;
    passwordHash: string;
    mustChangePassword: boolean;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into merchant_staff (
      id, merchant_id, handle, name, email, role, place_id, password_hash, must_change_password
    ) values (
      ${member.id}, ${member.merchantId}, ${member.handle ?? null}, ${member.name ?? null}, ${member.email ?? null},
      ${member.staffRole}, ${member.placeId ?? null}, ${member.passwordHash}, ${member.mustChangePassword}
    )
    on conflict (merchant_id, handle) do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Ends the sessions of all staff by raising the session versions. */
export async function endMemberSessions(tx: Transaction, merchantId: string): Promise<void> {
  await sql`
    update merchant_staff set session_version = session_version + 1 where merchant_id = ${merchantId}`.execute(
    tx,
  );
}

/**
 * Ends the owner's sessions and marks the password as doubted: until its reset it is no proof.
 * @returns the owner's id
 */
export async function markOwnersPasswordDoubted(tx: Transaction, merchantId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update merchant_staff set password_doubted_at = moment(), session_version = session_version + 1
    where merchant_id = ${merchantId} and handle is null
    returning id`.execute(tx);
  const owner = rows[0];
  if (!owner) throw new Error('a merchant has no owner');
  return owner.id;
}
