import { formatKes, shillingsOf, type ActionOutcome } from '@zawadi/contract';
import { z } from 'zod';
import { post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  executeOrRequestApproval,
  type ApprovalAction,
  type Preview,
  type Question,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { releaseHoldsOf } from '../../money/holds/index.ts';
import { voucherPostings } from '../../services/postings/index.ts';
import { findName, takeName } from '../../services/unique-names/index.ts';
import { findPurchase, type Purchase } from '../../money/purchases/index.ts';
import { isGivenBack, recordRefundState } from '../../money/refunds/index.ts';
import { closeWithReason, findLatestId, lockValue } from '../../money/vouchers/index.ts';

const input = z.object({ purchaseId: z.uuid(), receipt: z.string() });
type Input = z.infer<typeof input>;

/**
 * The action that approvals execute: posts that M-PESA has taken a payment back. The voucher's balance pays for it, and
 * the rest is our loss.
 */
export function reversedPaymentAction(deps: Pick<PaymentDeps, 'keys'>): ApprovalAction<Input> {
  return {
    kind: 'reversed-payment',
    schema: input,
    preview,
    execute: async (tx, { id: actionId, input: { purchaseId, receipt }, reason, auditor }) => {
      const purchase = await requirePaid(tx, purchaseId);
      const target = { homeId: purchase.homeId, targetId: actionId };
      if (!(await takeName(tx, 'receipt', receipt, target))) throw new Refusal('receipt_known');
      const by = { kind: 'admin', id: auditor.administratorId, reason } as const;
      await releaseHoldsOf(tx, deps, { voucherId: await findLatestId(tx, purchase.homeId), by });
      const voucherCents = await takeFromVoucher(tx, purchase, {
        actionId,
        receipt,
        reason,
        administratorId: auditor.administratorId,
      });
      await recordAudit(tx, auditor, {
        action: 'purchase.reversal-booked',
        subjectKind: 'purchase',
        subjectId: purchaseId,
        reason,
        after: {
          receipt,
          amount: shillingsOf(purchase.amountCents),
          lost: shillingsOf(purchase.amountCents - voucherCents),
        },
      });
      return undefined;
    },
  };
}

/** Preview for the dialog, where no receipt is entered yet. */
export const reversedPaymentQuestion: Question<{ transactionId: string }> = {
  schema: z.object({ transactionId: z.uuid() }),
  preview: (tx, { transactionId: purchaseId }) => preview(tx, { purchaseId }),
};

async function preview(tx: Transaction, { purchaseId }: Pick<Input, 'purchaseId'>): Promise<Preview> {
  const { homeId, amountCents } = await requirePaid(tx, purchaseId);
  const { balanceCents, heldCents, closedAs } = await lockLatest(tx, homeId);
  // Adds held value, because the holds of shops are released first.
  const beforeCents = balanceCents + (closedAs === null ? heldCents : 0n);
  const ofVoucher = beforeCents < amountCents ? beforeCents : amountCents;
  const [paid, lost] = [ofVoucher, amountCents - ofVoucher].map((cents) => formatKes(shillingsOf(cents)));
  return {
    amountCents,
    way: `taken back by M-PESA: ${paid} out of the voucher, ${lost} at our loss`,
    balances: [{ of: 'The voucher', beforeCents, afterCents: beforeCents - ofVoucher }],
  };
}

/**
 * Takes the payment's amount from its voucher, as far as the balance allows.
 * @returns the part that the voucher paid, in cents
 */
async function takeFromVoucher(
  tx: Transaction,
  purchase: Purchase,
  {
    actionId,
    receipt: reference,
    ...by
  }: { actionId: string; receipt: string; reason: string; administratorId: string },
): Promise<bigint> {
  const { id: voucherId, balanceCents, closedAs } = await lockLatest(tx, purchase.homeId);
  const voucherCents = balanceCents < purchase.amountCents ? balanceCents : purchase.amountCents;
  const lostCents = purchase.amountCents - voucherCents;
  if (await isGivenBack(tx, voucherId)) throw new Refusal('payment_given_back');
  const [outcome] = await post(tx, [
    voucherPostings.paymentTakenBack({
      purchaseId: purchase.id,
      voucherId,
      voucherCents,
      lostCents,
      reference,
    }),
  ]);
  if (outcome?.outcome !== 'posted') throw new Refusal('payment_given_back');
  await recordRefundState(tx, voucherId);
  if (closedAs === null && balanceCents > 0n) {
    await closeWithReason(tx, {
      voucherId,
      actionId,
      as: 'VOIDED',
      amountCents: voucherCents,
      reason: by.reason,
      actor: { kind: 'admin', id: by.administratorId },
    });
  }
  return voucherCents;
}

/**
 * Locks the latest replacement of a voucher. Repeats the search, because the voucher may be replaced again while this
 * transaction waits for the lock.
 */
async function lockLatest(tx: Transaction, originId: string): Promise<Awaited<ReturnType<typeof lockValue>>> {
  for (;;) {
    const voucherId = await findLatestId(tx, originId);
    const voucher = await lockValue(tx, { voucherId });
    if ((await findLatestId(tx, originId)) === voucherId) return voucher;
  }
}

/**
 * Posts a reversal at once, or requests approval if the amount needs two administrators.
 * @throws Refusal not_found, purchase_not_paid, receipt_known, approval_open
 */
export async function requestReversedPayment(
  deps: PaymentDeps,
  request: { purchaseId: string; receipt: string; reason: string; auditor: Auditor },
): Promise<ActionOutcome> {
  const { purchaseId, receipt, reason, auditor } = request;
  const { amountCents, mpesaReceipt } = await requirePaid(deps.db, purchaseId);
  if (await findName(deps.db, 'receipt', receipt)) throw new Refusal('receipt_known');
  const kes = shillingsOf(amountCents).toLocaleString('en-KE');
  return executeOrRequestApproval(deps, reversedPaymentAction(deps), {
    subjectKind: 'purchase',
    subjectId: purchaseId,
    summary: `Book that M-PESA has taken KES ${kes} of the payment ${mpesaReceipt ?? purchaseId} back`,
    amountCents,
    reason,
    input: { purchaseId, receipt },
    auditor,
  });
}

async function requirePaid(db: PaymentDeps['db'], purchaseId: string): Promise<Purchase> {
  const found = await findName(db, 'purchase', purchaseId);
  const purchase = found && (await findPurchase(db, found.homeId));
  if (!purchase) throw new Refusal('not_found');
  if (purchase.status !== 'COMPLETED') throw new Refusal('purchase_not_paid');
  return purchase;
}
