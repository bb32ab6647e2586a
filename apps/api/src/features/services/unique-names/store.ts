import type { Db, Transaction } from '../../../platform/db/database.ts';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import { insertingRows } from '../../../platform/db/inserting-rows.ts';

export type LookupKind =
  | 'purchase'
  | 'withdrawal'
  | 'bill_reference'
  | 'checkout_request'
  | 'receipt'
  | 'voucher_code'
  | 'former_voucher_code'
  | 'claim_token';

type Name = { kind: LookupKind; key: string };

/** Owner of a globally unique name: the home of its money, and the id of the named row. */
export type LookupTarget = { homeId: string; targetId: string };

/**
 * Takes a name for a target. A second attempt for the same target succeeds too.
 * @returns false when another target has the name
 */
export async function takeName(
  tx: Transaction,
  kind: LookupKind,
  key: string,
  target: LookupTarget,
): Promise<boolean> {
  const [isOurs = false] = await takeNames(tx, [{ kind, key, ...target }]);
  return isOurs;
}

type TakenName = Name & LookupTarget;

/**
 * Takes several names.
 * @returns one result for each, as in `takeName`
 */
export async function takeNames(tx: Transaction, names: TakenName[]): Promise<boolean[]> {
  if (names.length === 0) return [];
  const isNew = await takeNew(tx, names);
  const taken: boolean[] = [];
  for (const [n, { kind, key, targetId }] of names.entries()) {
    taken.push(isNew[n] === true || (await findName(tx, kind, key))?.targetId === targetId);
  }
  return taken;
}

async function takeNew(tx: Transaction, names: TakenName[]): Promise<boolean[]> {
  // Sorted, so that two transactions that take the same names cannot deadlock.
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
  // If several targets request one name in the same SQL statement, only one of them gets it.
  const takenFor = new Map(taken.map(({ kind, key, targetId }) => [`${kind} ${key}`, targetId]));
  return names.map(({ kind, key, targetId }) => takenFor.get(`${kind} ${key}`) === targetId.toLowerCase());
}

/**
 * Finds the owner of a name.
 * @param key one name, or all names that one thing may have
 */
export async function findName(
  db: Db,
  kind: LookupKind,
  key: string | readonly string[],
): Promise<LookupTarget | undefined> {
  const keys = [key].flat();
  const found = await findNames(db, kind, keys);
  return keys.map((one) => found.find((name) => name.key === one)).find((name) => name !== undefined);
}

/** Finds which of these names are taken, and by which target. */
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
    .where(isAnyOf('key', keys, 'text'))
    .execute();
}
