import type { MemberRole } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type MemberRecord = {
  staffId: string;
  merchantCode: string;
  /** Null for the owner. */
  handle: string | null;
  name: string;
  /** Null if the staff member has no own email address. */
  email: string | null;
  staffRole: MemberRole;
  /** Null for all places. */
  placeId: string | null;
  status: 'ACTIVE' | 'DISABLED';
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  lastLoginAt: Date | null;
  createdAt: Date;
};

const records = sql`
  select ms.id as "staffId", m.merchant_code as "merchantCode", ms.handle,
    coalesce(ms.name, case when ms.handle is null then m.contact_name else ms.handle end) as name,
    case when ms.handle is null then m.contact_email else ms.email end as email,
    ms.role as "staffRole", ms.place_id as "placeId", ms.status, ms.must_change_password as "mustChangePassword",
    exists (
      select from second_factors f where f.subject_id = ms.id and f.enabled_at is not null
    ) as "hasSecondFactor",
    (
      select max(s.created_at) from sessions s where s.audience = 'merchant' and s.subject_id = ms.id
    ) as "lastLoginAt",
    ms.created_at as "createdAt"
  from merchant_staff ms join merchants m on m.id = ms.merchant_id`;

/** Lists a merchant's staff: the owner first, then by name. */
export async function listMemberRecords(db: Db, merchantId: string): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    ${records} where ms.merchant_id = ${merchantId} order by ms.handle is not null, name, ms.handle`.execute(
    db,
  );
  return rows;
}

/** Reads a staff member. Excludes the owner, whose account staff management must not change. */
export async function readMemberRecord(
  db: Db,
  merchantId: string,
  staffId: string,
): Promise<MemberRecord | undefined> {
  const { rows } = await sql<MemberRecord>`
    ${records} where ms.merchant_id = ${merchantId} and ms.id = ${staffId} and ms.handle is not null`.execute(
    db,
  );
  return rows[0];
}

/** Counts staff members without the owner. */
export async function countMembers(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from merchant_staff
    where merchant_id = ${merchantId} and handle is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

export type MemberChanges = {
  name?: string | undefined;
  /** Null removes the staff member's own email address. */
  email?: string | null | undefined;
  staffRole?: 'manager' | 'cashier' | undefined;
  /** Null for all places. */
  placeId?: string | null | undefined;
  status?: 'ACTIVE' | 'DISABLED' | undefined;
};

/**
 * Changes a staff member; omitted fields stay unchanged. Disabling ends every session permanently.
 * @returns the time of the change
 */
export async function updateMemberRecord(
  tx: Transaction,
  staffId: string,
  changes: MemberChanges,
): Promise<Date | undefined> {
  const { name = null, email, staffRole, placeId, status = null } = changes;
  if (staffRole) await sql`select assign_member_role(${staffId}, ${staffRole})`.execute(tx);
  const { rows } = await sql<{ changedAt: Date }>`
    update merchant_staff set
      name = coalesce(${name}, name),
      email = case when ${email !== undefined} then ${email ?? null} else email end,
      email_changed_at = case
        when ${email !== undefined} and ${email ?? null}::text is distinct from email then moment() else email_changed_at
      end,
      place_id = ${placeId === undefined ? sql`place_id` : placeId},
      status = coalesce(${status}, status),
      session_version = session_version + case when ${status} = 'DISABLED' then 1 else 0 end
    where id = ${staffId}
    returning moment() as "changedAt"`.execute(tx);
  return rows[0]?.changedAt;
}
