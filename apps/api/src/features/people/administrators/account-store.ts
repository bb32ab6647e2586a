import type { AdministratorRole } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { isNotAllowed } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';

export type AccountRecord = {
  administratorId: string;
  name: string;
  email: string;
  staffRole: AdministratorRole;
  status: 'ACTIVE' | 'DISABLED';
  mustChangePassword: boolean;
  twoFactorEnabled: boolean;
  passkeys: string[];
  createdAt: Date;
  lastLoginAt: Date | null;
};

const records = sql`
  select a.id as "administratorId", a.name, a.email, a.role as "staffRole", a.status,
    a.must_change_password as "mustChangePassword",
    exists (
      select from second_factors f where f.subject_id = a.id and f.enabled_at is not null
    ) as "twoFactorEnabled",
    array(
      select label from passkeys p where p.subject_id = a.id and p.audience = 'admin' order by p.created_at
    ) as passkeys,
    a.created_at as "createdAt",
    (
      select max(s.created_at) from sessions s where s.audience = 'admin' and s.subject_id = a.id
    ) as "lastLoginAt"
  from administrators a`;

/** Lists active administrators first, then by name. */
export async function listAccounts(db: Db): Promise<AccountRecord[]> {
  const { rows } = await sql<AccountRecord>`
    ${records} order by a.status <> 'ACTIVE', lower(a.name), a.id`.execute(db);
  return rows;
}

export async function readAccount(db: Db, administratorId: string): Promise<AccountRecord | undefined> {
  const { rows } = await sql<AccountRecord>`${records} where a.id = ${administratorId}`.execute(db);
  return rows[0];
}

/**
 * Locks an account, and all accounts that may change others. So two administrators cannot disable each other at once.
 */
export async function lockAccount(
  tx: Transaction,
  administratorId: string,
): Promise<AccountRecord | undefined> {
  await sql`select lock_administrator(${administratorId})`.execute(tx);
  return readAccount(tx, administratorId);
}

export type AccountChanges = {
  name?: string | undefined;
  staffRole?: AdministratorRole | undefined;
  status?: 'ACTIVE' | 'DISABLED' | undefined;
};

/** Fields of each change below. Its database function writes the audit entry, so call it last in a transaction. */
type ByAdministrator = { administratorId: string; auditor: Auditor; reason: string };

/**
 * Changes an account; omitted fields stay as they are. Disabling ends every session permanently.
 * @param request.changerId the administrator who requested the change; `auditor` makes this API call
 * @throws Refusal `forbidden` when requester or auditor is no longer an active administrator
 */
export async function updateAccount(
  tx: Transaction,
  request: ByAdministrator & { changerId: string; changes: AccountChanges },
): Promise<void> {
  const { administratorId, changerId, changes, auditor, reason } = request;
  const { name = null, staffRole = null, status = null } = changes;
  await allowed(
    sql`
    select change_administrator(
      ${administratorId}, ${changerId}, ${name}, ${staffRole}, ${status}, ${auditor.administratorId}, ${auditor.address},
      ${auditor.requestId}, ${reason}
    )`.execute(tx),
  );
}

/**
 * Sets a temporary password and ends every session.
 * @throws Refusal `forbidden` when the caller is no longer an active administrator
 */
export async function giveTemporaryPassword(
  tx: Transaction,
  { administratorId, auditor, reason, passwordHash }: ByAdministrator & { passwordHash: string },
): Promise<void> {
  await allowed(
    sql`
    select give_temporary_password(
      ${administratorId}, ${auditor.administratorId}, ${passwordHash}, ${reason}, ${auditor.address}, ${auditor.requestId}
    )`.execute(tx),
  );
}

/**
 * Removes the second factor and ends every session.
 * @throws Refusal `forbidden` when the caller is no longer an active administrator
 */
export async function takeSecondFactorFrom(
  tx: Transaction,
  { administratorId, auditor, reason }: ByAdministrator,
): Promise<void> {
  await allowed(
    sql`
    select reset_second_factor(
      ${administratorId}, ${auditor.administratorId}, ${reason}, ${auditor.address}, ${auditor.requestId}
    )`.execute(tx),
  );
}

/**
 * Converts the database's refusal of an administrator who was just disabled, or just got another role.
 * @throws Refusal `forbidden` when the database refuses
 */
export async function allowed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isNotAllowed(error) ? new Refusal('forbidden') : error;
  }
}
