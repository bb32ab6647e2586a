import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { processDueRows } from '../../../platform/jobs/process-due-rows.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { announceGift } from './announce-gift.ts';
import { takeGiftsToDeliver, type DueGift } from './delivery-store.ts';
import { insertActivity } from './store.ts';

const AT_ONCE = 100;

/**
 * Announces due scheduled gifts to their recipients, each once.
 * @returns the number of announced gifts
 */
export function deliverGifts(deps: Pick<Deps, 'db' | 'keys' | 'log'>): Promise<number> {
  return processDueRows(deps, {
    atOnce: AT_ONCE,
    failure: 'a gift cannot be delivered',
    take: takeGiftsToDeliver,
    work: (tx, gifts) => deliver(tx, deps, gifts),
  });
}

async function deliver(tx: Transaction, deps: Pick<Deps, 'keys'>, gifts: readonly DueGift[]): Promise<void> {
  for (const gift of gifts) {
    // The gift was refunded or voided before its delivery.
    if (gift.isClosed) continue;
    await announceGift(tx, deps, gift);
    await insertActivity(tx, { voucher_id: gift.id, id: newId(), kind: 'DELIVERED', actor_kind: 'system' });
    if (gift.buyerId) await publishHint(tx, { userId: gift.buyerId, topic: 'voucher', id: gift.id });
  }
}
