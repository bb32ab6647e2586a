import {
  centsOf,
  formatKes,
  shillingsOf,
  type adjustMerchant as endpoint,
  type ApprovalRule,
  type HandlerAnswer,
  type HandlerInput,
} from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  recordIfDecidedAlone,
  lockSinglePersonDecisions,
  requestApproval,
} from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { lockMerchant } from '../../people/merchants/index.ts';
import { account } from '../../services/postings/index.ts';
import { readAdjustment } from './list-adjustments.ts';
import { beneficiaryOf, isCreditToNewShop, postAdjustment } from './adjustment-action.ts';
import { insertAdjustment, lockAdjustment, type AdjustmentRecord } from './store.ts';

type Request = HandlerInput<typeof endpoint>['body'] & { auditor: Auditor };

/**
 * Credits or debits a merchant's balance (*Manage Balance*). Posts a small adjustment at once. If the amounts of a day
 * or of 30 days reach the limit for one administrator, it waits for a second administrator. A credit to a merchant
 * whose account or pay-out channel is new always waits. A second request with the same id returns the same adjustment.
 * @throws Refusal `not_found`, `insufficient_merchant_balance`, `transaction_limit`, `adjustment_mismatch`
 */
export async function adjustMerchant(
  deps: Pick<Deps, 'db' | 'config' | 'keys'>,
  request: Request,
): Promise<HandlerAnswer<typeof endpoint>> {
  const { merchantId, adjustmentId, direction, amount, reason, auditor } = request;
  // No settlement batch could pay out a larger amount.
  if (amount > deps.config.limits.maximumTransaction) throw new Refusal('transaction_limit');
  const amountCents = direction === 'credit' ? centsOf(amount) : -centsOf(amount);
  const newApprovalId = newId();
  await inTransaction(deps.db, async (tx) => {
    const beneficiary = beneficiaryOf({ merchantId, direction });
    await lockSinglePersonDecisions(tx, { administratorId: auditor.administratorId, beneficiary });
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Refusal('not_found');
    const known = await lockAdjustment(tx, request);
    if (known) return refuseOther(known, { amountCents, reason });
    // The rule sums successive small adjustments; otherwise splitting a large adjustment would evade the approval.
    const rule = await recordIfDecidedAlone(tx, deps, {
      id: newApprovalId,
      administratorId: auditor.administratorId,
      kind: 'adjustment',
      amountCents: centsOf(amount),
      beneficiary,
      needsTwo: await isCreditToNewShop(tx, { merchantId, direction }),
    });
    const approvalId = rule.needsTwo ? newApprovalId : null;
    const wanted = {
      merchantId,
      adjustmentId,
      amountCents,
      reason,
      approvalId,
      isPosted: approvalId === null,
    };
    if (approvalId === null) {
      await insertAdjustment(tx, { ...wanted, requestedBy: auditor.administratorId });
      return postAdjustment(tx, deps, { adjustment: wanted, auditor });
    }
    const { merchantCode, businessName } = merchant;
    const summary =
      direction === 'credit'
        ? `Give ${formatKes(amount)} to ${businessName} (${merchantCode})`
        : `Take ${formatKes(amount)} from ${businessName} (${merchantCode})`;
    return askSecondPerson(tx, { ...wanted, approvalId, summary, rule, auditor });
  });
  return outcomeOf(deps, request);
}

function refuseOther(
  known: AdjustmentRecord,
  wanted: Pick<AdjustmentRecord, 'amountCents' | 'reason'>,
): void {
  const isSame = known.amountCents === wanted.amountCents && known.reason === wanted.reason;
  if (!isSame) throw new Refusal('adjustment_mismatch');
}

async function askSecondPerson(
  tx: Transaction,
  asked: AdjustmentRecord & { approvalId: string; summary: string; rule: ApprovalRule; auditor: Auditor },
): Promise<void> {
  const { merchantId, adjustmentId, amountCents, approvalId, summary, rule, reason, auditor } = asked;
  await requestApproval(tx, {
    id: approvalId,
    kind: 'adjustment',
    subjectKind: 'adjustment',
    subjectId: adjustmentId,
    summary,
    amountCents: amountCents > 0n ? amountCents : -amountCents,
    reason,
    rule,
    input: { merchantId, adjustmentId },
    auditor,
  });
  await insertAdjustment(tx, { ...asked, requestedBy: auditor.administratorId });
}

async function outcomeOf(
  { db }: Pick<Deps, 'db'>,
  key: Pick<Request, 'merchantId' | 'adjustmentId'>,
): Promise<HandlerAnswer<typeof endpoint>> {
  const [adjustment, balanceCents] = await Promise.all([
    readAdjustment(db, key),
    readBalance(db, { account: account.merchant(key.merchantId) }),
  ]);
  const { approvalId, status } = adjustment;
  const isDone = approvalId === undefined || status === 'Posted';
  return {
    action: isDone ? { outcome: 'done' } : { outcome: 'waiting', approvalId },
    adjustment,
    currentBalance: shillingsOf(balanceCents),
  };
}
