import type { Administrator, AdministratorRole } from '@zawadi/contract';
import { sql } from 'kysely';
import { currentCaller } from '../../../platform/caller.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { allowed } from './account-store.ts';

export type AdministratorCredentials = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  sessionVersion: number;
  status: 'ACTIVE' | 'DISABLED';
  /** Whether the password is a temporary one that was not replaced in time. */
  isPasswordExpired: boolean;
};

type KnownAdministrator = Omit<Administrator, 'mustEnrolTwoFactor' | 'mustAddPasskey'>;

const credentialColumns = sql`
  id, email, name, password_hash as "passwordHash", session_version as "sessionVersion", status,
  must_change_password and temporary_password_until <= moment() as "isPasswordExpired"`;

export async function readAdministratorCredentials(
  db: Db,
  email: string,
): Promise<AdministratorCredentials | undefined> {
  const { rows } = await sql<AdministratorCredentials>`
    select ${credentialColumns} from administrators where email = ${email}`.execute(db);
  return rows[0];
}

export async function readOwnCredentials(db: Db, id: string): Promise<AdministratorCredentials | undefined> {
  const { rows } = await sql<AdministratorCredentials>`
    select ${credentialColumns} from administrators where id = ${id}`.execute(db);
  return rows[0];
}

export async function readAdministrator(db: Db, id: string): Promise<KnownAdministrator | undefined> {
  const { rows } = await sql<KnownAdministrator>`
    select id as "administratorId", name, email, role as "staffRole",
      must_change_password as "mustChangePassword",
      exists (
        select from second_factors f where f.subject_id = a.id and f.enabled_at is not null
      ) as "twoFactorEnabled"
    from administrators a where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Stores a password that the holder has chosen and ends every session. Writes the audit entry, so call it last in a
 * transaction.
 */
export async function savePassword(
  tx: Transaction,
  id: string,
  { hash, how }: { hash: string; how: 'password-changed' | 'password-reset' },
): Promise<void> {
  const { address, requestId } = currentCaller();
  await sql`
    select set_administrator_password(${id}, ${hash}, ${how}, ${address}, ${requestId})`.execute(tx);
}

export type NewAdministrator = {
  id: string;
  email: string;
  name: string;
  staffRole: AdministratorRole;
  passwordHash: string;
  mustChangePassword: boolean;
};

/** Origin of the account: an administrator with an API call, or a command on the server. */
export type Admission = { admittedBy: string; auditor: Auditor; reason: string } | { command: string };

/**
 * Inserts an administrator. Writes the audit entry, so call it last in a transaction.
 * @returns false when the email address already belongs to an administrator
 * @throws Refusal `forbidden` when the admitting administrator is no longer active
 */
export async function insertAdministrator(
  db: Db,
  made: NewAdministrator,
  admission: Admission,
): Promise<boolean> {
  const by =
    'command' in admission
      ? sql`null, null, '', ${admission.command}, ''`
      : sql`${admission.admittedBy}, ${admission.auditor.administratorId}, ${admission.auditor.address},
          ${admission.auditor.requestId}, ${admission.reason}`;
  const { rows } = await allowed(
    sql<{ isNew: boolean }>`
      select add_administrator(
        ${made.id}, ${made.email}, ${made.name}, ${made.staffRole}, ${made.passwordHash},
        ${made.mustChangePassword}, ${by}
      ) as "isNew"`.execute(db),
  );
  return rows[0]?.isNew === true;
}
