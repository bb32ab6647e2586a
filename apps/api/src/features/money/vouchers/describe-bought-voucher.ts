import type { PurchaseState } from '@zawadi/contract';
import { decrypt } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { readUser } from '../../access/users/index.ts';
import { findVoucher } from './store.ts';
import { isRecipient } from './notify-buyer.ts';

/** What the buyer sees of the voucher; its claim link only when the gift is for the buyer's own contact. */
export async function describeBoughtVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  voucherId: string,
): Promise<PurchaseState['voucher']> {
  const voucher = await findVoucher(deps.db, voucherId);
  if (!voucher) return undefined;
  const buyer = voucher.buyerId ? await readUser(deps.db, voucher.buyerId) : undefined;
  const isForBuyer = buyer !== undefined && isRecipient(voucher, buyer);
  return {
    id: voucher.id,
    lastFour: voucher.codeLastFour,
    expiresAt: voucher.expiresAt.toISOString(),
    claimToken: isForBuyer && voucher.isDelivered ? decrypt(deps.keys, voucher.claimTokenSealed) : undefined,
  };
}
