import { adjustmentDirection, centsOf, shillings, shillingsOf, uuid } from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvable,
  type Approvable,
  type ApprovalAction,
  type Preview,
  type Question,
} from '../../services/approvals/index.ts';
import { post, readBalance } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { isYoung, lockMerchant, readMerchant } from '../../people/merchants/index.ts';
import { notify } from '../../services/messages/index.ts';
import { account, adjustmentPosting } from '../../services/postings/index.ts';
import { lockAdjustment, markPosted, type AdjustmentKey, type AdjustmentRecord } from './store.ts';

const input = z.object({ merchantId: uuid, adjustmentId: uuid });

/** Actions of this feature that approvals execute. */
export function actions(deps: Pick<Deps, 'keys'>): Approvable[] {
  return [approvable(adjustmentAction(deps), question)];
}

/**
 * Posts an adjustment of a merchant's balance, and notifies the merchant. The next settlement batch includes it. Call
 * this function last in its transaction.
 * @param auditor the administrator who authorises the adjustment: the approver, or the requester if no approval is
 *   needed
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
  if (outcome?.outcome === 'refused') throw tooLow();
  await recordAudit(tx, auditor, {
    action: 'merchant.balance-adjusted',
    subjectKind: 'merchant',
    subjectId: merchantId,
    reason,
    after: { adjustmentId, direction, amount, approvalId },
  });
}

type Direct = { merchantId: string; direction: 'credit' | 'debit' };

/**
 * Returns the key under which the amounts of adjustments are summed: one for a merchant's credits, one for its debits.
 */
export function beneficiaryOf({ merchantId, direction }: Direct): string {
  return direction === 'credit' ? `merchant ${merchantId}` : `from merchant ${merchantId}`;
}

/**
 * Whether this is a credit to a merchant whose account or pay-out channel is new. Such a credit always needs two
 * administrators.
 */
export async function isCreditToNewShop(
  tx: Transaction,
  { merchantId, direction }: Direct,
): Promise<true | undefined> {
  return (direction === 'credit' && (await isYoung(tx, merchantId))) || undefined;
}

const asked = z.object({ merchantId: uuid, direction: adjustmentDirection, amount: shillings });

/** Preview and rule for the dialog, where no adjustment is stored yet. */
const question: Question<z.infer<typeof asked>> = {
  schema: asked,
  beneficiary: async (_, adjustment) => beneficiaryOf(adjustment),
  needsTwo: (tx, adjustment) => isCreditToNewShop(tx, adjustment),
  preview: async (tx, { merchantId, direction, amount }) => {
    if (!(await lockMerchant(tx, merchantId))) throw new Refusal('not_found');
    const amountCents = direction === 'credit' ? centsOf(amount) : -centsOf(amount);
    return preview(tx, { merchantId, amountCents });
  },
};

async function preview(
  tx: Transaction,
  { merchantId, amountCents }: Pick<AdjustmentRecord, 'merchantId' | 'amountCents'>,
): Promise<Preview> {
  const beforeCents = await readBalance(tx, { account: account.merchant(merchantId) });
  const afterCents = beforeCents + amountCents;
  if (afterCents < 0n) throw tooLow();
  return {
    amountCents: amountCents > 0n ? amountCents : -amountCents,
    way: amountCents > 0n ? 'to the merchant’s balance' : 'from the merchant’s balance',
    balances: [{ of: 'The merchant’s balance', beforeCents, afterCents }],
  };
}

function tooLow(): Refusal {
  return new Refusal('insufficient_merchant_balance', {}, 'The merchant’s balance is too low for this.');
}

/** The action that approvals execute: posts an adjustment that another administrator has requested. */
function adjustmentAction(deps: Pick<Deps, 'keys'>): ApprovalAction<AdjustmentKey> {
  return {
    kind: 'adjustment',
    schema: input,
    preview: async (tx, key) => {
      const adjustment = await lockAdjustment(tx, key);
      if (!adjustment) throw new Refusal('not_found');
      return preview(tx, adjustment);
    },
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
