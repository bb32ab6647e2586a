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
import { findPurchase, listGifts, type Purchase, type PurchasedGift } from '../../money/purchases/index.ts';
import { isGivenBack, recordRefundState } from '../../money/refunds/index.ts';
import { closeWithReason, findLatestId, lockValue } from '../../money/vouchers/index.ts';

const input = z.object({ purchaseId: z.uuid(), receipt: z.string() });
type Input = z.infer<typeof input>;

/**
 * The action that approvals execute: posts that M-PESA has taken a payment back. The balances of its
 * vouchers pay for it, and the rest is our loss.
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
      for (const { voucherId } of purchase.gifts) {
        await releaseHoldsOf(tx, deps, { voucherId: await findLatestId(tx, voucherId), by });
      }
      const voucherCents = await takeFromVouchers(tx, purchase, {
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
  const { amountCents, gifts } = await requirePaid(tx, purchaseId);
  const parts = await lockParts(tx, gifts);
  // Adds held value, because the holds of shops are released first.
  const befores = parts.map(({ voucher: { balanceCents, heldCents, closedAs } }) =>
    closedAs === null ? balanceCents + heldCents : balanceCents,
  );
  const taken = parts.map(({ gift }, n) => least(befores[n] ?? 0n, gift.amountCents));
  const beforeCents = sumOf(befores);
  const ofVouchers = sumOf(taken);
  const [paid, lost] = [ofVouchers, amountCents - ofVouchers].map((cents) => formatKes(shillingsOf(cents)));
  const what = parts.length === 1 ? 'voucher' : 'vouchers';
  return {
    amountCents,
    way: `taken back by M-PESA: ${paid} out of the ${what}, ${lost} at our loss`,
    balances: [{ of: `The ${what}`, beforeCents, afterCents: beforeCents - ofVouchers }],
  };
}

/**
 * Takes the payment's amount from its vouchers, from each up to its gift's price, as far as the balances allow.
 * @returns the part that the vouchers paid, in cents
 */
async function takeFromVouchers(
  tx: Transaction,
  { id: purchaseId, gifts }: PaidPurchase,
  {
    actionId,
    receipt: reference,
    ...by
  }: { actionId: string; receipt: string; reason: string; administratorId: string },
): Promise<bigint> {
  const locked = await lockParts(tx, gifts);
  const parts = locked.map(({ gift: { amountCents }, voucher }) => {
    const voucherCents = least(voucher.balanceCents, amountCents);
    return { voucher, voucherId: voucher.id, voucherCents, lostCents: amountCents - voucherCents };
  });
  for (const { voucherId } of parts) {
    if (await isGivenBack(tx, voucherId)) throw new Refusal('payment_given_back');
  }
  const [outcome] = await post(tx, [voucherPostings.paymentTakenBack({ purchaseId, parts, reference })]);
  if (outcome?.outcome !== 'posted') throw new Refusal('payment_given_back');
  for (const { voucher, voucherId, voucherCents } of parts) {
    if (voucher.closedAs !== null || voucher.balanceCents === 0n) continue;
    await closeWithReason(tx, {
      voucherId,
      actionId,
      as: 'VOIDED',
      amountCents: voucherCents,
      reason: by.reason,
      actor: { kind: 'admin', id: by.administratorId },
    });
  }
  const [first] = parts;
  if (first) await recordRefundState(tx, first.voucherId);
  return sumOf(parts.map(({ voucherCents }) => voucherCents));
}

/** Locks the vouchers of a payment, in the order of their ids so that two actions cannot wait for each other. */
async function lockParts(tx: Transaction, gifts: readonly PurchasedGift[]) {
  const parts: { gift: PurchasedGift; voucher: Awaited<ReturnType<typeof lockValue>> }[] = [];
  for (const gift of gifts.toSorted((a, b) => (a.voucherId < b.voucherId ? -1 : 1))) {
    parts.push({ gift, voucher: await lockLatest(tx, gift.voucherId) });
  }
  return parts;
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const sumOf = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);

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

type PaidPurchase = Purchase & { gifts: PurchasedGift[] };

async function requirePaid(db: PaymentDeps['db'], purchaseId: string): Promise<PaidPurchase> {
  const found = await findName(db, 'purchase', purchaseId);
  const purchase = found && (await findPurchase(db, found.homeId));
  if (!purchase) throw new Refusal('not_found');
  const isPaidByMpesa = purchase.status === 'COMPLETED' && purchase.paidBy === 'mpesa';
  if (!isPaidByMpesa) throw new Refusal('purchase_not_paid');
  return { ...purchase, gifts: await listGifts(db, [purchase.homeId]) };
}
