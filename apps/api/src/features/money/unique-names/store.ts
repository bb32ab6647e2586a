import type { Db, Transaction } from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/cells.ts';
import { isAnyOf } from '../../../platform/db/any-of.ts';
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
  const [isOurs = false] = await takeNames(tx, target, [{ kind, key }]);
  return isOurs;
}

/** Takes several names for one target, in one statement where the database has all of them. @returns for each, as `takeName` */
export async function takeNames(tx: Transaction, target: LookupTarget, names: Name[]): Promise<boolean[]> {
  const taken: boolean[] = [];
  const parts = (await isSpread(tx)) ? names.map((name) => [name]) : [names];
  for (const part of parts) {
    const isNew = await takeNew(
      tx,
      part.map((name) => ({ ...name, ...target })),
    );
    for (const [n, { kind, key }] of part.entries()) {
      taken.push(isNew[n] === true || (await findName(tx, kind, key))?.targetId === target.targetId);
    }
  }
  return taken;
}

const takeNew = together(async (tx: Transaction, each: (LookupTarget & Name)[][]): Promise<boolean[][]> => {
  const names = each.flat();
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
  return each.map((its) =>
    its.map(({ kind, key, targetId }) => takenFor.get(`${kind} ${key}`) === targetId.toLowerCase()),
  );
});

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
    .where(isAnyOf('key', keys, 'text'))
    .execute();
}
