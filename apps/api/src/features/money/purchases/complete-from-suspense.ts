import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findName } from '../../services/unique-names/index.ts';
import { completePurchases } from './complete-purchase.ts';
import { lockPurchase } from './store.ts';

/**
 * Pays for a purchase with money in suspense, after the payer typed a wrong reference at the pay bill.
 * @param money.causeId id of the administrator's action, so that a repeated action pays once
 * @throws Refusal purchase_not_payable if no unpaid purchase has this reference and amount
 */
export async function completeFromSuspense(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  money: { causeId: string; billReference: string; amountCents: bigint; receipt: string | undefined },
): Promise<void> {
  const found = await findName(tx, 'bill_reference', money.billReference);
  const purchase = found && (await lockPurchase(tx, found.homeId));
  if (!purchase || purchase.status === 'COMPLETED' || purchase.amountCents !== money.amountCents) {
    throw new Refusal('purchase_not_payable');
  }
  const { causeId, receipt } = money;
  await completePurchases(tx, deps, [{ purchase, payment: { causeId, receipt, from: 'suspense' } }]);
}
