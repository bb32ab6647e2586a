import { cellOf } from '../../../platform/db/cells.ts';
import type { Db } from '../../../platform/db/database.ts';

/** The voucher that was paid for, of which this one is a replacement or the voucher itself. */
export async function findOriginId(db: Db, voucherId: string): Promise<string> {
  for (let id = voucherId; ;) {
    const before = await db
      .selectFrom('vouchers')
      .select('replaces_id as id')
      .where('cell', '=', cellOf(id))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!before) return voucherId;
    if (before.id === null) return id;
    id = before.id;
  }
}

/** The voucher that stands at the end of the line of replacements, or the voucher itself. */
export async function findLatestId(db: Db, voucherId: string): Promise<string> {
  return (await listReplacements(db, voucherId)).at(-1) ?? voucherId;
}

/** A voucher and its replacements, in order. Each has a cell of its own, so that they are found one by one. */
export async function listReplacements(db: Db, voucherId: string): Promise<[string, ...string[]]> {
  const line: [string, ...string[]] = [voucherId];
  for (let id: string | undefined = voucherId; ;) {
    const next: { id: string } | undefined = await db
      .selectFrom('vouchers')
      .select('id')
      .where('replaces_id', '=', id)
      .executeTakeFirst();
    if (!next) return line;
    ({ id } = next);
    line.push(id);
  }
}
