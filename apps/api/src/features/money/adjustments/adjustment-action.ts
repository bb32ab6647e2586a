import { uuid, shillingsOf } from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { approvable, type Approvable, type ApprovalAction } from '../../control/approvals/index.ts';
import { post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { readMerchant } from '../../merchants/merchants/index.ts';
import { notify } from '../../messages/messages/index.ts';
import { adjustmentPosting } from '../postings/index.ts';
import { lockAdjustment, markPosted, type AdjustmentKey, type AdjustmentRecord } from './store.ts';

const input = z.object({ merchantId: uuid, adjustmentId: uuid });

/** Actions of this feature that approvals execute. */
export function actions(deps: Pick<Deps, 'keys'>): Approvable[] {
  return [approvable(adjustmentAction(deps))];
}

/**
 * Posts what an administrator gives to a merchant or takes from it, and notifies the merchant. It goes into the next
 * batch like everything else of the merchant's account. To be called last in its transaction.
 * @param auditor who authorises it: the checker, or the maker where no approval is needed
 * @throws Refusal `insufficient_merchant_balance`
 */
export async function postAdjustment(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { adjustment, auditor }: { adjustment: AdjustmentRecord; auditor: Auditor },
): Promise<void> {
  const { merchantId, adjustmentId, amountCents, reason, approvalId } = adjustment;
  const merchant = await readMerchant(tx, merchantId);
  if (!merchant) throw new Refusal('not_found');
  const direction = amountCents > 0n ? 'credit' : 'debit';
  const amount = shillingsOf(amountCents > 0n ? amountCents : -amountCents);
  const { businessName, contactEmail: email } = merchant;
  await notify(tx, deps, {
    template: 'balance-adjusted',
    data: { businessName, direction, amount, reason },
    email,
  });
  const [outcome] = await post(tx, [adjustmentPosting({ adjustmentId, merchantId, amountCents })]);
  if (outcome?.outcome === 'refused') {
    throw new Refusal('insufficient_merchant_balance', {}, 'The merchant’s balance is too low for this.');
  }
  await recordAudit(tx, auditor, {
    action: 'merchant.balance-adjusted',
    subjectKind: 'merchant',
    subjectId: merchantId,
    reason,
    after: { adjustmentId, direction, amount, approvalId },
  });
}

/** The adjustment that another administrator has asked for. */
function adjustmentAction(deps: Pick<Deps, 'keys'>): ApprovalAction<AdjustmentKey> {
  return {
    kind: 'adjustment',
    schema: input,
    execute: async (tx, { input: key, auditor }) => {
      const adjustment = await lockAdjustment(tx, key);
      if (!adjustment) throw new Refusal('not_found');
      if (adjustment.isPosted) return undefined;
      await markPosted(tx, key);
      await postAdjustment(tx, deps, { adjustment, auditor });
      return undefined;
    },
  };
}
