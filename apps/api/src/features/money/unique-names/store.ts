import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { insertingRows } from '../../../platform/db/inserting-rows.ts';
import { together } from '../../../platform/db/shared-transaction.ts';

export type LookupKind =
  | 'purchase'
  | 'withdrawal'
  | 'bill_reference'
  | 'checkout_request'
  | 'receipt'
  | 'voucher_code'
  | 'former_voucher_code'
  | 'claim_token'
  | 'replaced_voucher';

/** What a globally unique name belongs to: the home of its money, and the row itself. */
export type LookupTarget = { homeId: string; targetId: string };

/**
 * Takes a name for a target. Taking it again for the same target is no conflict.
 * @returns false when the name already belongs to something else
 */
export async function takeName(
  tx: Transaction,
  kind: LookupKind,
  key: string,
  target: LookupTarget,
): Promise<boolean> {
  if (await takeNew(tx, { kind, key, ...target })) return true;
  const owner = await findName(tx, kind, key);
  return owner?.targetId === target.targetId;
}

const takeNew = together(
  async (tx: Transaction, names: (LookupTarget & { kind: LookupKind; key: string })[]) => {
    // In one order everywhere, so that no two who take the same names wait for each other.
    const inOrder = names.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    const rows = inOrder.map(({ kind, key, homeId, targetId }) => ({
      kind,
      key,
      home_id: homeId,
      target_id: targetId,
    }));
    const taken = await insertingRows(tx, 'unique_names', rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['kind', 'key', 'target_id as targetId'])
      .execute();
    // Of several who ask for one name in the same statement, one has it.
    const takenFor = new Map(taken.map(({ kind, key, targetId }) => [`${kind} ${key}`, targetId]));
    return names.map(({ kind, key, targetId }) => takenFor.get(`${kind} ${key}`) === targetId.toLowerCase());
  },
);

/** @param key one name, or all that a thing may have */
export function findName(
  db: Db,
  kind: LookupKind,
  key: string | readonly string[],
): Promise<LookupTarget | undefined> {
  return findFirst(db, { kind, keys: [key].flat() });
}

type Names = { kind: LookupKind; keys: string[] };

const findFirst = together(async (db: Db, each: Names[]): Promise<(LookupTarget | undefined)[]> => {
  const found = new Map<string, LookupTarget>();
  for (const [kind, those] of Map.groupBy(each, (one) => one.kind)) {
    const keys = those.flatMap((one) => one.keys);
    for (const { key, ...target } of await findNames(db, kind, keys)) found.set(`${kind} ${key}`, target);
  }
  return each.map(({ kind, keys }) =>
    keys.map((key) => found.get(`${kind} ${key}`)).find((target) => target !== undefined),
  );
});

/** Which of these names are taken, and by what. */
export async function findNames(
  db: Db,
  kind: LookupKind,
  keys: readonly string[],
): Promise<(LookupTarget & { key: string })[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('unique_names')
    .select(['key', 'home_id as homeId', 'target_id as targetId'])
    .where('kind', '=', kind)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
}
