import type { HandlerAnswer, queryReconciliationItem as endpoint } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { queryPurchase } from '../../money/purchases/index.ts';
import { queryPayOut } from '../../money/settlements/index.ts';
import { queryWithdrawal } from '../../money/withdrawals/index.ts';
import type { PaymentDeps } from '../client/index.ts';
import { findOpenSettlements, findOpenWithdrawals, findUnpaidAttempts } from './candidates-store.ts';
import { lockItem, markQueried } from './item-store.ts';
import { findItem } from './items-list-store.ts';
import { readItem } from './list-items.ts';
import { recheckReceipt } from './recheck.ts';

/**
 * Asks M-PESA about each of our payments that an item may match. A statement proves nothing by itself:
 * M-PESA's answer is applied like all its answers, and the item is compared again.
 * @throws Refusal not_found, reconciliation_closed
 */
export async function queryItem(
  deps: PaymentDeps,
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
      ? await askAboutPayOuts(deps, -item.theirsCents, details)
      : await askAboutPurchases(deps, item.accountNumber);
  await inTransaction(deps.db, (tx) => recheckReceipt(tx, item.receipt));
  return { item: await readItem(deps.db, itemId), asked };
}

async function askAboutPurchases(deps: PaymentDeps, billReference: string): Promise<number> {
  const attempts = await findUnpaidAttempts(deps.db, billReference.trim().toUpperCase());
  for (const attempt of attempts) await queryPurchase(deps, attempt);
  return attempts.length;
}

async function askAboutPayOuts(deps: PaymentDeps, netCents: bigint, details: string): Promise<number> {
  const names = ({ number }: { number: string }) => mayName(details, number);
  const withdrawals = (await findOpenWithdrawals(deps.db, netCents)).filter(names);
  const settlements = (await findOpenSettlements(deps.db, netCents)).filter(names);
  for (const { homeId, id } of withdrawals) await queryWithdrawal(deps, { userId: homeId, withdrawalId: id });
  for (const { homeId, id } of settlements) await queryPayOut(deps, { merchantId: homeId, attemptId: id });
  return withdrawals.length + settlements.length;
}

/** M-PESA writes numbers in full, or masked as `2547****001`. */
function mayName(details: string, number: string): boolean {
  if (details.includes(number)) return true;
  return [...details.matchAll(/(\d+)\*+(\d+)/gu)].some(
    ([, beginning = '', end = '']) => number.startsWith(beginning) && number.endsWith(end),
  );
}
