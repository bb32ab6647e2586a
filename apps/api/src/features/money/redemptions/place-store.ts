import { sql } from 'kysely';
import { cellOf, nodeOf } from '../../../platform/db/cells.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Place } from './store.ts';

/** The keys of a code, in the order in which they are tried, and the node that has the name of the first. */
export type NamedCode = { keys: readonly string[]; node: number };

/** @returns for each code where its voucher is; undefined for a code of no voucher */
export async function findPlaces(db: Db, codes: NamedCode[]): Promise<(Place | undefined)[]> {
  const { rows } = await sql<{ key: string; voucherId: string; isFormer: boolean }>`
    select key, target_id as "voucherId", kind = 'former_voucher_code' as "isFormer" from unique_names
    where kind in ('voucher_code', 'former_voucher_code') and key = any(${codes.flatMap(({ keys }) => keys)}::text[])`.execute(
    db,
  );
  return Promise.all(
    codes.map(async ({ keys, node }) => {
      const rank = ({ key, isFormer }: (typeof rows)[number]) =>
        keys.indexOf(key) + (isFormer ? keys.length : 0);
      const [name] = rows
        .filter(({ key }) => keys.includes(key))
        .toSorted((one, other) => rank(one) - rank(other));
      if (!name) return undefined;
      const { voucherId, key, isFormer } = name;
      const { cell, nodes } = await placeOfId(db, voucherId);
      return { cell, nodes: [...new Set([...nodes, node])], voucherId, namedKey: isFormer ? null : key };
    }),
  );
}

/** Where the voucher of an id is, if there is one. */
export async function placeOfId(db: Db, voucherId: string): Promise<Place> {
  const cell = cellOf(voucherId);
  return { cell, nodes: [await nodeOf(db, cell)], voucherId: null, namedKey: null };
}
