import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readMerchant } from '../../people/merchants/index.ts';

/**
 * Refuses a merchant that is not active. Before the merchant's approval staff may sign in, but not redeem.
 * @throws Refusal merchant_not_active
 */
export async function requireActiveMerchant(db: Db, merchantId: string): Promise<void> {
  const merchant = await readMerchant(db, merchantId);
  if (merchant?.status !== 'ACTIVE') throw new Refusal('merchant_not_active');
}
