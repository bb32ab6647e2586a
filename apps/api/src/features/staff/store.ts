import type { Administrator, StaffRole } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/db/database.ts';

export type AdministratorCredentials = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  sessionVersion: number;
  status: 'ACTIVE' | 'DISABLED';
  /** The password is a temporary one that nobody has replaced in time. */
  isPasswordExpired: boolean;
};

type KnownAdministrator = Omit<Administrator, 'mustEnrolTwoFactor'>;

const credentialColumns = sql`
  id, email, name, password_hash as "passwordHash", session_version as "sessionVersion", status,
  must_change_password and temporary_password_until <= now() as "isPasswordExpired"`;

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
    select id as "staffId", name, email, staff_role as "staffRole",
      must_change_password as "mustChangePassword",
      exists (
        select from second_factors f where f.subject_id = a.id and f.enabled_at is not null
      ) as "twoFactorEnabled"
    from administrators a where id = ${id}`.execute(db);
  return rows[0];
}

/** Ends every session by raising the session version. The time of a temporary password begins anew. */
export async function updatePassword(
  tx: Transaction,
  id: string,
  password: { hash: string; mustChange: boolean },
): Promise<void> {
  await sql`
    update administrators set password_hash = ${password.hash}, must_change_password = ${password.mustChange},
      session_version = session_version + 1, temporary_password_until = default
    where id = ${id}`.execute(tx);
}

/** @returns false when the address has an administrator already */
export async function insertAdministrator(
  db: Db,
  administrator: {
    id: string;
    email: string;
    name: string;
    staffRole: StaffRole;
    passwordHash: string;
    mustChangePassword: boolean;
    /** Who has let this one in; nobody when a command on the server did. */
    letInBy?: string;
  },
): Promise<boolean> {
  const letInBy = administrator.letInBy ?? null;
  const { rows } = await sql`
    insert into administrators (
      id, email, name, staff_role, password_hash, must_change_password, let_in_by, let_in_at
    ) values (
      ${administrator.id}, ${administrator.email}, ${administrator.name}, ${administrator.staffRole},
      ${administrator.passwordHash}, ${administrator.mustChangePassword}, ${letInBy},
      case when ${letInBy}::uuid is not null then now() end
    )
    on conflict (email) do nothing
    returning id`.execute(db);
  return rows.length === 1;
}
