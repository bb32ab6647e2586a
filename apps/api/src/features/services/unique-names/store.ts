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
  const [isOurs = false] = await takeNames(tx, [{ kind, key, ...target }]);
  return isOurs;
}

type TakenName = Name & LookupTarget;

/** Takes several names. @returns for each, as `takeName` */
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
}

/** @param key one name, or all that a thing may have */
export async function findName(
  db: Db,
  kind: LookupKind,
  key: string | readonly string[],
): Promise<LookupTarget | undefined> {
  const keys = [key].flat();
  const found = await findNames(db, kind, keys);
  return keys.map((one) => found.find((name) => name.key === one)).find((name) => name !== undefined);
}

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
    .where(isAnyOf('key', keys, 'text'))
    .execute();
}
