import type { Transaction } from '../../../platform/db/database.ts';
import { insertOrder, type OrderKey, type OrderKindName } from './store.ts';

/** Only the process that opened an order sends it before this: a send takes ten seconds at most. */
const FIRST_POLL_SECONDS = 30;

/**
 * Writes an order to M-PESA down in the transaction of its cause. Send it with `sendOrder` after the commit; when this
 * process dies in between, the worker does.
 * @param order.amountCents whole shillings
 */
export function openOrder(
  tx: Transaction,
  order: OrderKey & {
    kind: OrderKindName;
    ownerId: string;
    party: string;
    amountCents: bigint;
    isOwnPhone?: boolean;
    /** M-PESA knows it by our id (B2C) and pays it once. */
    isUnderOwnId?: boolean;
  },
): Promise<void> {
  const { isOwnPhone = null, isUnderOwnId = false } = order;
  const providerIds = isUnderOwnId ? [order.id] : [];
  return insertOrder(tx, { ...order, isOwnPhone, providerIds, firstPollSeconds: FIRST_POLL_SECONDS });
}
