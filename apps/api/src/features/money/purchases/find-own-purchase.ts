import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findPurchaseById, type Purchase } from './store.ts';

/** @throws Refusal not_found when there is none, or it is another user's: the caller does not learn which */
export async function findOwnPurchase(db: Db, buyerId: string, purchaseId: string): Promise<Purchase> {
  const purchase = await findPurchaseById(db, purchaseId);
  if (!purchase || purchase.buyerId !== buyerId) throw new Refusal('not_found');
  return purchase;
}
