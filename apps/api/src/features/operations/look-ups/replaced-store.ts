import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/**
 * Which voucher each of these took the place of, and each of those, as far back as they go: one statement for all of a step,
 * since each voucher has a cell of its own.
 */
export async function readReplaced(db: Db, voucherIds: readonly string[]): Promise<Map<string, string>> {
  const replaced = new Map<string, string>();
  for (let ids = voucherIds; ids.length > 0;) {
    const { rows } = await sql<{ id: string; replacedId: string }>`
      select id, replaces_id as "replacedId" from vouchers
      where id = any(${ids}::uuid[]) and replaces_id is not null`.execute(db);
    for (const { id, replacedId } of rows) replaced.set(id, replacedId);
    ids = rows.map(({ replacedId }) => replacedId).filter((id) => !replaced.has(id));
  }
  return replaced;
}
