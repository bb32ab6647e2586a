import type { StaffRole } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

export type Standing = { id: string; staffRole: StaffRole; status: 'ACTIVE' | 'DISABLED' };

/** A transaction that disables one of them, or changes a role, waits until the end of the transaction. */
export async function lockStanding(tx: Transaction, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, staff_role as "staffRole", status from lock_standing(${ids}::uuid[])`.execute(tx);
  return rows;
}

/** Whether one of two has ever let the other one in, directly or through others. */
export async function isAdmittedByOther(tx: Transaction, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive line (of, member) as (
      select id, id from unnest(${[one, other]}::uuid[]) as id
      union
      select line.of, a.let_in_by from line join administrator_admissions a on a.administrator_id = line.member
    )
    select from line
    where (of = ${one} and member = ${other}) or (of = ${other} and member = ${one}) limit 1`.execute(tx);
  return rows.length > 0;
}
