import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Finds the original voucher, which was paid for: the first in a chain of replacements, or the voucher itself. */
export async function findOriginId(db: Db, voucherId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive line (id, replaces_id) as (
      select id, replaces_id from vouchers where id = ${voucherId}
      union all
      select v.id, v.replaces_id from vouchers v join line on v.id = line.replaces_id
    )
    select id from line where replaces_id is null`.execute(db);
  return rows[0]?.id ?? voucherId;
}

/** Finds the latest replacement of a voucher, or the voucher itself. */
export async function findLatestId(db: Db, voucherId: string): Promise<string> {
  return (await listReplacements(db, voucherId)).at(-1) ?? voucherId;
}

/** Lists a voucher and its replacements, in order. */
export async function listReplacements(db: Db, voucherId: string): Promise<[string, ...string[]]> {
  const { rows } = await sql<{ id: string }>`
    with recursive line (id, place) as (
      select id, 1 from vouchers where replaces_id = ${voucherId}
      union all
      select v.id, line.place + 1 from vouchers v join line on v.replaces_id = line.id
    )
    select id from line order by place`.execute(db);
  return [voucherId, ...rows.map(({ id }) => id)];
}
