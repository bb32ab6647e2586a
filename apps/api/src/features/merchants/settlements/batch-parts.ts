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

/** Sum of a batch's entries of one kind; negative if taken from the merchant. */
type Part = { kind: EntryKind; count: number; amount: number };

/** Finds one batch of a merchant with the parts of its amount. */
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

/** A redemption, or a voucher that the merchant issued, or the return of its value. */
export type Moved = {
  type: 'redemption' | 'voucher_created' | 'voucher_returned';
  /** Id of the redemption; for the other types, of the voucher. */
  id: string;
};

/**
 * Lists one page of transactions in a batch, newest first: redemptions, and vouchers issued or returned. A redemption
 * is in the batch if it or its reversal is. Other ledger entries are no transactions.
 * @returns undefined if this merchant does not have the batch
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
    // The redemption is in the same batch, and its line already covers the reversal.
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
 * Finds the batches of transactions and of their reversals, in the order of `transactions`.
 * @param transactions.expiresAt expiry of the voucher, from which the id of its return derives
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

/**
 * Returns all possible transfers of a transaction; one of them changed what the merchant is owed. Their ids derive
 * from their causes.
 */
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
