import type { HandlerAnswer, queryReconciliationItem as endpoint } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { queryOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import { findOpenPayOuts, findUnpaidPrompts } from './candidates-store.ts';
import { lockItem, markQueried } from './item-store.ts';
import { findItem } from './items-list-store.ts';
import { readItem } from './list-items.ts';
import { recheckReceipt } from './recheck.ts';

/**
 * Queries M-PESA about each of our payments that an item may match, because a statement alone proves nothing. M-PESA's
 * answer is applied like any other, and the item is compared again.
 * @throws Refusal not_found, reconciliation_closed
 */
export async function queryItem(
  deps: OrderDeps,
  { itemId, auditor }: { itemId: string; auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  const item = await inTransaction(deps.db, async (tx) => {
    const found = await lockItem(tx, itemId);
    if (!found) throw new Refusal('not_found');
    if (!found.isOpen) throw new Refusal('reconciliation_closed');
    await markQueried(tx, itemId);
    await recordAudit(tx, auditor, {
      action: 'reconciliation.queried',
      subjectKind: 'reconciliation-item',
      subjectId: itemId,
      after: { account: found.account, receipt: found.receipt },
    });
    return found;
  });
  const details = (await findItem(deps.db, itemId))?.details ?? '';
  const asked =
    item.theirsCents < 0n
      ? await askAboutPayOuts(deps, { netCents: -item.theirsCents, details, auditor })
      : await askAboutPurchases(deps, item.accountNumber, auditor);
  await inTransaction(deps.db, (tx) => recheckReceipt(tx, item.receipt));
  return { item: await readItem(deps.db, itemId), asked };
}

async function askAboutPurchases(deps: OrderDeps, billReference: string, by: Auditor): Promise<number> {
  const orders = await findUnpaidPrompts(deps.db, billReference.trim().toUpperCase());
  for (const order of orders) await queryOrder(deps, order, by);
  return orders.length;
}

async function askAboutPayOuts(
  deps: OrderDeps,
  { netCents, details, auditor }: { netCents: bigint; details: string; auditor: Auditor },
): Promise<number> {
  const found = await findOpenPayOuts(deps.db, netCents);
  const orders = found.filter(({ party }) => mayName(details, party));
  for (const order of orders) await queryOrder(deps, order, auditor);
  return orders.length;
}

/** Whether a statement's details may contain a phone number. M-PESA writes it in full, or masked as `2547****001`. */
function mayName(details: string, number: string): boolean {
  if (details.includes(number)) return true;
  return [...details.matchAll(/(\d+)\*+(\d+)/gu)].some(
    ([, beginning = '', end = '']) => number.startsWith(beginning) && number.endsWith(end),
  );
}
