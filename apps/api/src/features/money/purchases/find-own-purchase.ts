import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findName } from '../unique-names/index.ts';
import { findPurchase, type Purchase } from './store.ts';

/** @throws Refusal not_found when there is none, or it is another user's: the caller does not learn which */
export async function findOwnPurchase(db: Db, buyerId: string, purchaseId: string): Promise<Purchase> {
  const found = await findName(db, 'purchase', purchaseId);
  const purchase = found && (await findPurchase(db, found.homeId));
  if (!purchase || purchase.buyerId !== buyerId) throw new Refusal('not_found');
  return purchase;
}
