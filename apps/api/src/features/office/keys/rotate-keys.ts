import { encrypt, markOf, open, type Key, type Keys } from '../../../platform/crypto/keys.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { prepareNextAddress } from '../../money/callbacks/index.ts';
import { endpointHashOf, storeVapidKeys } from '../../services/messages/index.ts';
import { voucherCodeKey } from '../../money/vouchers/index.ts';
import { requireSealing } from './report-sealing.ts';
import {
  markRecoveryCodes,
  readNextUnsealedByKey,
  renameCodes,
  renameEndpoints,
  replaceSealed,
  SEALED,
  type SealedColumn,
  type SealedValue,
} from './sealed-columns-store.ts';

const BATCH = 200;

type Change = SealedValue & { next: Buffer; text: string; former: Key };

/** Further changes in the transaction that reseals a value. */
const FOLLOW_UPS: Partial<
  Record<keyof typeof SEALED, (tx: Transaction, changes: Change[], key: Key) => Promise<void>>
> = {
  voucherCodes: renameVouchers,
  voucherAliases: renameVouchers,
  pushSubscriptions: (tx, changes, key) =>
    renameEndpoints(
      tx,
      changes.map(({ place, text, former }) => ({
        place,
        former: endpointHashOf(former, text).toString('hex'),
        next: endpointHashOf(key, text).toString('hex'),
      })),
    ),
  secondFactors: async (tx, changes) => {
    // Before key ids there was only one key. So a person's recovery codes have the key that opens the person's secret.
    const marked = changes.filter(({ sealed }) => sealed[0] === 1);
    for (const [keyId, ofKey] of Map.groupBy(marked, ({ former }) => former.id)) {
      await markRecoveryCodes(
        tx,
        keyId,
        ofKey.flatMap(({ place }) => place[0] ?? []),
      );
    }
  },
};

function renameVouchers(tx: Transaction, changes: Change[], key: Key): Promise<void> {
  return renameCodes(
    tx,
    changes.map(({ place, text, former }) => ({
      place,
      former: voucherCodeKey(former, text),
      next: voucherCodeKey(key, text),
    })),
  );
}

export type Rotation = {
  /** Number of resealed values, by kind. */
  resealed: { what: string; values: number }[];
  /** Values that no key of the ring opens: changed by hand, or sealed with a missing key. */
  unreadable: { what: string; values: number }[];
  /** Name of the pay-bill URL that was prepared to follow the current one. */
  nextAddress: string | undefined;
};

/**
 * Reseals every value that is not sealed with the first key, in small transactions while the system runs. Skips values
 * that another process writes at the same time. A second run continues where an interrupted one ended.
 * @param db connection of the role that owns the tables, because the application may not change sealed values
 * @throws BadConfiguration unless processes seal with the first key, and with no other
 */
export async function rotateKeys({ db, keys }: { db: Db; keys: Keys }): Promise<Rotation> {
  await requireSealing(db, keys);
  // Store the push key pair before resealing: the sealing key of a subscription shows which pair its device has.
  await storeVapidKeys({ db, keys });
  const rotation: Rotation = { resealed: [], unreadable: [], nextAddress: undefined };
  for (const name of Object.keys(SEALED) as (keyof typeof SEALED)[]) {
    const { what } = SEALED[name];
    const { resealed, unreadable } = await resealColumn(db, keys, name);
    if (resealed > 0) rotation.resealed.push({ what, values: resealed });
    if (unreadable > 0) rotation.unreadable.push({ what, values: unreadable });
  }
  rotation.nextAddress = await inTransaction(db, (tx) => prepareNextAddress(tx, keys));
  return rotation;
}

async function resealColumn(
  db: Db,
  keys: Keys,
  name: keyof typeof SEALED,
): Promise<{ resealed: number; unreadable: number }> {
  const column: SealedColumn = SEALED[name];
  let [resealed, unreadable] = [0, 0];
  let after: readonly string[] | undefined;
  for (;;) {
    const values = await readNextUnsealedByKey(db, column, { mark: markOf(keys[0]), after, limit: BATCH });
    const last = values.at(-1);
    if (!last) return { resealed, unreadable };
    after = last.place;
    const changes = values.flatMap((value) => changeOf(keys, value) ?? []);
    unreadable += values.length - changes.length;
    resealed += await inTransaction(db, async (tx) => {
      const done = await replaceSealed(tx, column, changes);
      const changed = changes.filter(({ place }) => done.has(place.join()));
      if (changed.length > 0) await FOLLOW_UPS[name]?.(tx, changed, keys[0]);
      return changed.length;
    });
  }
}

function changeOf(keys: Keys, value: SealedValue): Change | undefined {
  try {
    const { text, key } = open(keys, value.sealed);
    return { ...value, text, former: key, next: encrypt(keys, text) };
  } catch {
    return undefined;
  }
}
