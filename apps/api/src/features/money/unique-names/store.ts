import type { Db, Transaction } from '../../../platform/db/database.ts';

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
  const taken = await tx
    .insertInto('unique_names')
    .values({ kind, key, home_id: target.homeId, target_id: target.targetId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (taken) return true;
  const owner = await findName(tx, kind, key);
  return owner?.targetId === target.targetId;
}

/** @param key one name, or all that a thing may have */
export async function findName(
  db: Db,
  kind: LookupKind,
  key: string | readonly string[],
): Promise<LookupTarget | undefined> {
  const [found] = await findNames(db, kind, [key].flat());
  return found;
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
    .where('key', 'in', keys)
    .execute();
}
