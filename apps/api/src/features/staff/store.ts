import type { Administrator, StaffRole } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type AdministratorCredentials = {
  id: string;
  passwordHash: string;
  sessionVersion: number;
  status: 'ACTIVE' | 'DISABLED';
};

export async function readAdministratorCredentials(
  db: Db,
  email: string,
): Promise<AdministratorCredentials | undefined> {
  const { rows } = await sql<AdministratorCredentials>`
    select id, password_hash as "passwordHash", session_version as "sessionVersion", status
    from administrators where email = ${email}`.execute(db);
  return rows[0];
}

export async function readAdministrator(db: Db, id: string): Promise<Administrator | undefined> {
  const { rows } = await sql<Administrator>`
    select name, email, staff_role as "staffRole" from administrators where id = ${id}`.execute(db);
  return rows[0];
}

/** @returns false when the address has an administrator already */
export async function insertAdministrator(
  db: Db,
  administrator: { id: string; email: string; name: string; staffRole: StaffRole; passwordHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into administrators (id, email, name, staff_role, password_hash)
    values (
      ${administrator.id}, ${administrator.email}, ${administrator.name}, ${administrator.staffRole},
      ${administrator.passwordHash}
    )
    on conflict (email) do nothing
    returning id`.execute(db);
  return rows.length === 1;
}
