import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findPurchaseById, type Purchase } from './store.ts';

/**
 * Finds a purchase for its buyer.
 * @throws Refusal not_found for an unknown or another user's purchase alike
 */
export async function findOwnPurchase(db: Db, buyerId: string, purchaseId: string): Promise<Purchase> {
  const purchase = await findPurchaseById(db, purchaseId);
  if (!purchase || purchase.buyerId !== buyerId) throw new Refusal('not_found');
  return purchase;
}
