import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { announceGift } from './announce-gift.ts';
import { takeGiftsToDeliver } from './delivery-store.ts';
import { insertActivity } from './store.ts';

const AT_ONCE = 100;

/**
 * Announces scheduled gifts that are due to their recipients, each once.
 * @returns how many were announced
 */
export async function deliverGifts(deps: Pick<Deps, 'db' | 'keys'>): Promise<number> {
  let delivered = 0;
  for (;;) {
    const count = await inTransaction(deps.db, (tx) => deliverSome(tx, deps));
    delivered += count;
    if (count < AT_ONCE) return delivered;
  }
}

async function deliverSome(tx: Transaction, deps: Pick<Deps, 'keys'>): Promise<number> {
  const gifts = await takeGiftsToDeliver(tx, AT_ONCE);
  for (const gift of gifts) {
    // Refunded or voided while it waited.
    if (gift.isClosed) continue;
    await announceGift(tx, deps, gift);
    await insertActivity(tx, { voucher_id: gift.id, id: newId(), kind: 'DELIVERED', actor_kind: 'system' });
    if (gift.buyerId) await publishHint(tx, { userId: gift.buyerId, topic: 'voucher', id: gift.id });
  }
  return gifts.length;
}
