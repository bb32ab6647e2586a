import { shillingsOf, type Settlement } from '@zawadi/contract';
import { pageOf, type Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import {
  findBatchIds,
  listEntries,
  sumByKind,
  transfersOf,
  type BatchEntry,
  type Transfer,
} from './batch-entries-store.ts';
import { describeSettlement } from './describe-settlement.ts';
import { findByBatchId } from './store.ts';
import { describeEntryKind, type EntryKind } from './words.ts';

type Named = { merchantId: string; batchId: string };

/** What entries of one kind come to in a batch; negative where it was taken from the merchant. */
type Part = { kind: EntryKind; count: number; amount: number };

/** One batch of a merchant, and what its amount is made of. */
export async function findBatch(
  db: Db,
  { merchantId, batchId }: Named,
): Promise<{ settlement: Settlement; parts: Part[] } | undefined> {
  const record = await findByBatchId(db, batchId, merchantId);
  if (!record) return undefined;
  const parts = new Map<EntryKind, Part>();
  for (const sum of await sumByKind(db, { merchantId, settlementId: record.id })) {
    const { kind } = describeEntryKind(sum.kind);
    const { count = 0, amount = 0 } = parts.get(kind) ?? {};
    parts.set(kind, {
      kind,
      count: count + sum.count,
      amount: amount + shillingsOf(sum.amountCents),
    });
  }
  return { settlement: describeSettlement(record), parts: [...parts.values()] };
}

/** A redemption, or a voucher of the merchant's own that was made or came back. */
export type Moved = {
  type: 'redemption' | 'voucher_created' | 'voucher_returned';
  /** Of the redemption, else of the voucher. */
  id: string;
};

/**
 * One page of what is in a batch, newest first: redemptions that are in it or whose reversal is, and vouchers made or
 * returned. What else is in a batch is no transaction.
 * @returns undefined for a batch that this merchant does not have
 */
export async function listMovedIn(
  db: Db,
  { merchantId, batchId }: Named,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<{ moved: Moved[]; nextCursor: string | undefined } | undefined> {
  const record = await findByBatchId(db, batchId, merchantId);
  if (!record) return undefined;
  const key = { merchantId, settlementId: record.id };
  const found = await listEntries(db, key, { after, limit: limit + 1 }, { isNewestFirst: true });
  const { shown, nextCursor } = pageOf(found, limit);
  const reversals = shown.filter(({ kind }) => kind === 'redemption_reversed');
  const redeemedIn = await findBatchIds(
    db,
    merchantId,
    reversals.flatMap((entry) => redeemedTransfer(merchantId, entry)),
  );
  const moved = shown.flatMap((entry): Moved[] => {
    const [redeemed] = redeemedTransfer(merchantId, entry);
    const isWithItsRedemption = redeemed !== undefined && redeemedIn.get(redeemed.id) === batchId;
    // Such a redemption stands where it was redeemed.
    if (entry.kind === 'redemption_reversed' && isWithItsRedemption) return [];
    return movedBy(entry);
  });
  return { moved, nextCursor };
}

function redeemedTransfer(merchantId: string, { redemptionId, voucherId }: BatchEntry): Transfer[] {
  if (redemptionId === undefined || voucherId === undefined) return [];
  return [transfersOf({ redemptionId, voucherId, merchantId }).redeemed];
}

function movedBy({ kind, redemptionId, voucherId }: BatchEntry): Moved[] {
  if (redemptionId !== undefined) return [{ type: 'redemption', id: redemptionId }];
  if (voucherId === undefined) return [];
  if (kind === 'merchant_voucher') return [{ type: 'voucher_created', id: voucherId }];
  return describeEntryKind(kind).kind === 'voucher_returned'
    ? [{ type: 'voucher_returned', id: voucherId }]
    : [];
}

/**
 * The batches that transactions are in, and those that their reversals are in, in the same order.
 * @param transactions.expiresAt of the voucher, which names its return
 */
export async function findBatchesOf(
  db: Db,
  merchantId: string,
  transactions: readonly (Moved & { voucherId: string; expiresAt: Date })[],
): Promise<{ batchId: string | undefined; reversalBatchId: string | undefined }[]> {
  const transfers = transactions.map((one) => ownTransfers(merchantId, one));
  const batchIds = await findBatchIds(
    db,
    merchantId,
    transfers.flatMap(({ moved, reversed }) => [...moved, ...reversed]),
  );
  const first = (some: Transfer[]) => some.map(({ id }) => batchIds.get(id)).find((id) => id !== undefined);
  return transfers.map(({ moved, reversed }) => ({
    batchId: first(moved),
    reversalBatchId: first(reversed),
  }));
}

/** The transfers, one of which changed what the merchant is owed: their ids follow from what they were posted for. */
function ownTransfers(
  merchantId: string,
  { type, id, voucherId, expiresAt }: Moved & { voucherId: string; expiresAt: Date },
): { moved: Transfer[]; reversed: Transfer[] } {
  if (type === 'redemption') {
    const { redeemed, reversed } = transfersOf({ redemptionId: id, voucherId, merchantId });
    return { moved: [redeemed], reversed };
  }
  const ids =
    type === 'voucher_created'
      ? [derivedId('merchant_voucher', voucherId, 'out')]
      : [
          derivedId('merchant_voucher_voided', voucherId, 'in'),
          derivedId('merchant_voucher_returned', `${voucherId}/${expiresAt.toISOString()}`, 'in'),
        ];
  return { moved: ids.map((one) => ({ homeId: merchantId, id: one })), reversed: [] };
}
