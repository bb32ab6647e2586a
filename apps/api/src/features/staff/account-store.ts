import type { StaffRole } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/db/database.ts';

export type AccountRecord = {
  staffId: string;
  name: string;
  email: string;
  staffRole: StaffRole;
  status: 'ACTIVE' | 'DISABLED';
  mustChangePassword: boolean;
  twoFactorEnabled: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
};

const records = sql`
  select a.id as "staffId", a.name, a.email, a.staff_role as "staffRole", a.status,
    a.must_change_password as "mustChangePassword",
    exists (
      select from second_factors f where f.subject_id = a.id and f.enabled_at is not null
    ) as "twoFactorEnabled",
    a.created_at as "createdAt",
    (
      select max(s.created_at) from sessions s where s.audience = 'admin' and s.subject_id = a.id
    ) as "lastLoginAt"
  from administrators a`;

/** Active ones first, then by name. */
export async function listAccounts(db: Db): Promise<AccountRecord[]> {
  const { rows } = await sql<AccountRecord>`
    ${records} order by a.status <> 'ACTIVE', lower(a.name), a.id`.execute(db);
  return rows;
}

export async function readAccount(db: Db, staffId: string): Promise<AccountRecord | undefined> {
  const { rows } = await sql<AccountRecord>`${records} where a.id = ${staffId}`.execute(db);
  return rows[0];
}

/** Locks one account and all who may change accounts, so that two of them cannot disable each other at once. */
export async function lockAccount(tx: Transaction, staffId: string): Promise<AccountRecord | undefined> {
  await sql`
    select from administrators
    where id = ${staffId} or (staff_role = 'administrator' and status = 'ACTIVE')
    order by id for no key update`.execute(tx);
  return readAccount(tx, staffId);
}

export type AccountChanges = {
  name?: string | undefined;
  staffRole?: StaffRole | undefined;
  status?: 'ACTIVE' | 'DISABLED' | undefined;
};

/**
 * What is left out stays. Disabling ends every session, for good.
 * @param request.changerId an active administrator, who is somebody else and so remains one
 * @returns false when the changer is no active administrator any more
 */
export async function updateAccount(
  tx: Transaction,
  request: { staffId: string; changerId: string; changes: AccountChanges },
): Promise<boolean> {
  const { staffId, changerId, changes } = request;
  const { name, staffRole, status } = changes;
  const { rows } = await sql<{ isChanged: boolean }>`
    select change_administrator(
      ${staffId}::uuid, ${changerId}::uuid, ${name ?? null}, ${staffRole ?? null}, ${status ?? null}
    ) as "isChanged"`.execute(tx);
  return rows[0]?.isChanged === true;
}

export async function endSessions(tx: Transaction, staffId: string): Promise<void> {
  await sql`update administrators set session_version = session_version + 1 where id = ${staffId}`.execute(
    tx,
  );
}
