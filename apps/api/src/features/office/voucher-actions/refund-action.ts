import { shillingsOf, type ActionOutcome } from '@zawadi/contract';
import { z } from 'zod';
import { Refusal } from '../../../platform/refusal.ts';
import {
  executeOrRequestApproval,
  type ApprovalAction,
  type Question,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { sendOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import { findMissingReceipt, findBought } from '../../money/purchases/index.ts';
import { previewRefund, refundVoucher } from '../../money/refunds/index.ts';
import { findOriginId } from '../../money/vouchers/index.ts';
import { frozenWhileOpen } from './freeze-action.ts';
import { SUPPORT_ASKS } from './support-asks.ts';
import { readSpendable, type VoucherValue } from './voucher-value.ts';

const input = z.object({ voucherId: z.uuid(), closesAs: z.enum(['REFUNDED', 'VOIDED']) });
type Input = z.infer<typeof input>;

/**
 * The action that approvals execute: refunds a bought voucher. A voided voucher whose value is refunded stays voided.
 */
export function refundAction(deps: OrderDeps): ApprovalAction<Input> {
  return {
    kind: 'refund',
    whileOpen: frozenWhileOpen,
    ...refundQuestion,
    schema: input,
    execute: async (tx, { id: refundId, input: { voucherId, closesAs }, reason, auditor }) => {
      const actor = { kind: 'admin', id: auditor.administratorId } as const;
      const asked = { refundId, voucherId, closesAs, reason, actor };
      const refunded = await refundVoucher(tx, deps, asked);
      const afterCommit = () => sendOrder(deps, { kind: 'refund', homeId: voucherId, id: refundId });
      if (!refunded) return afterCommit;
      const { amountCents, feeCents, way } = refunded;
      await recordAudit(tx, auditor, {
        action: closesAs === 'REFUNDED' ? 'voucher.refunded' : 'voucher.voided',
        subjectKind: 'voucher',
        subjectId: voucherId,
        reason,
        after: {
          refundId,
          status: closesAs,
          amount: shillingsOf(amountCents),
          feeGivenBack: shillingsOf(feeCents),
          way,
        },
      });
      return afterCommit;
    },
  };
}

export const refundQuestion: Question<Pick<Input, 'voucherId'>> = {
  schema: input.pick({ voucherId: true }),
  askedBy: SUPPORT_ASKS,
  beneficiary: async (tx, { voucherId }) => {
    const { buyerId } = await readSpendable(tx, voucherId);
    return buyerId === null ? undefined : `user ${buyerId}`;
  },
  preview: (tx, { voucherId }) => previewRefund(tx, voucherId),
};

/**
 * Refunds a voucher at once, or requests approval if the amount needs two administrators.
 * @throws Refusal voucher_not_found, voucher_not_bought, approval_open, buyer_gone, and the reasons why a voucher
 *   cannot be used
 */
export async function requestRefund(
  deps: OrderDeps,
  request: { voucherId: string; closesAs: Input['closesAs']; reason: string; auditor: Auditor },
): Promise<ActionOutcome> {
  const { voucherId, closesAs, reason, auditor } = request;
  const value = await readSpendable(deps.db, voucherId);
  const amountCents = await refundableCents(deps, value);
  const kes = shillingsOf(amountCents).toLocaleString('en-KE');
  return executeOrRequestApproval(deps, refundAction(deps), {
    subjectKind: 'voucher',
    subjectId: voucherId,
    summary: `Refund KES ${kes} of the voucher ••${value.codeLastFour} for ${value.recipientName} to its buyer`,
    amountCents,
    reason,
    input: { voucherId, closesAs },
    auditor,
  });
}

/** Returns the full payment, fee included, if nothing was spent; otherwise the voucher's balance. */
async function refundableCents(
  deps: OrderDeps,
  { id, buyerId, balanceCents }: VoucherValue,
): Promise<bigint> {
  const bought = await findBought(deps.db, await findOriginId(deps.db, id));
  if (!bought || buyerId === null) throw new Refusal('voucher_not_bought');
  // Without the payment's receipt, M-PESA could not reverse the payment, and the money would go to the wallet.
  const { purchase, gift } = bought;
  await findMissingReceipt(deps, purchase);
  const isUnspent = balanceCents === gift.amountCents - gift.feeCents;
  return isUnspent ? gift.amountCents : balanceCents;
}
