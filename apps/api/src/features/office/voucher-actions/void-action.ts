import { formatKes, maskMsisdn, newRecipient, shillingsOf, type ActionOutcome } from '@zawadi/contract';
import { z } from 'zod';
import { readBalance } from '../../../ledger/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { executeOrRequestApproval, type ApprovalAction } from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { account } from '../../services/postings/index.ts';
import { voidVoucher, wholeValueRefusal } from '../../money/vouchers/index.ts';
import { frozenWhileOpen } from './freeze-action.ts';
import { requestRefund } from './refund-action.ts';
import { SUPPORT_ASKS } from './support-asks.ts';
import { lockStatus, readSpendable } from './voucher-value.ts';

const input = z.object({
  voucherId: z.uuid(),
  valueGoesTo: z.enum(['replacement', 'merchant']),
  recipient: newRecipient.optional(),
});
type Input = z.infer<typeof input>;

const GO = {
  replacement: 'go on a new voucher',
  merchant: 'go back to the shop',
} as const satisfies Record<Input['valueGoesTo'], string>;

function nameOf({ fullName, phone }: NonNullable<Input['recipient']>): string {
  return `${fullName} (${maskMsisdn(phone)})`;
}

/**
 * The action that approvals execute: voids a voucher. Its value moves to a replacement, or returns to the merchant that
 * made the voucher.
 */
export function voidAction(deps: OrderDeps): ApprovalAction<Input> {
  return {
    kind: 'void',
    schema: input,
    askedBy: SUPPORT_ASKS,
    whileOpen: frozenWhileOpen,
    // A changed recipient gets another person's money, so it always needs two administrators.
    needsTwo: async (_tx, { recipient }) => (recipient === undefined ? undefined : true),
    beneficiary: async (tx, { voucherId, valueGoesTo }) => {
      const { issuerMerchantId } = await readSpendable(tx, voucherId);
      return valueGoesTo === 'merchant' && issuerMerchantId !== null
        ? `merchant ${issuerMerchantId}`
        : undefined;
    },
    preview: async (tx, { voucherId, valueGoesTo, recipient }) => {
      const voucher = await lockStatus(tx, voucherId);
      const { balanceCents: amountCents, issuerMerchantId } = voucher;
      const refusal = wholeValueRefusal(voucher);
      if (refusal) throw new Refusal(refusal);
      const taken = { of: 'The voucher', beforeCents: amountCents, afterCents: 0n };
      if (valueGoesTo === 'replacement') {
        const replacement = { of: 'The new voucher', beforeCents: 0n, afterCents: amountCents };
        return {
          amountCents,
          way: `on a new voucher, for ${recipient === undefined ? 'the same recipient' : nameOf(recipient)}`,
          balances: [taken, replacement],
        };
      }
      if (issuerMerchantId === null) throw new Refusal('voucher_bought');
      const beforeCents = await readBalance(tx, { account: account.merchant(issuerMerchantId) });
      const shop = { of: 'The shop', beforeCents, afterCents: beforeCents + amountCents };
      return { amountCents, way: 'back to the shop that made the voucher', balances: [taken, shop] };
    },
    execute: async (tx, { id: actionId, input: { voucherId, valueGoesTo, recipient }, reason, auditor }) => {
      const { administratorId } = auditor;
      const amountCents = await voidVoucher(tx, deps, {
        actionId,
        voucherId,
        valueGoesTo,
        recipient,
        reason,
        administratorId,
      });
      await recordAudit(tx, auditor, {
        action: 'voucher.voided',
        subjectKind: 'voucher',
        subjectId: voucherId,
        reason,
        after: {
          valueGoesTo,
          amount: shillingsOf(amountCents),
          ...(recipient && { recipient: nameOf(recipient) }),
        },
      });
      return undefined;
    },
  };
}

/**
 * Voids a voucher at once, or requests approval for a large amount. The voucher is frozen while the request waits, so
 * that a stolen code is useless.
 * @throws Refusal voucher_not_found, voucher_not_bought, voucher_bought, approval_open, and the reasons why a voucher
 *   cannot be used
 */
export async function requestVoid(
  deps: OrderDeps,
  request: {
    voucherId: string;
    valueGoesTo: 'replacement' | 'refund' | 'merchant';
    recipient?: Input['recipient'];
    reason: string;
    auditor: Auditor;
  },
): Promise<ActionOutcome> {
  const { voucherId, valueGoesTo, recipient, reason, auditor } = request;
  if (valueGoesTo === 'refund') {
    return requestRefund(deps, { voucherId, closesAs: 'VOIDED', reason, auditor });
  }
  const value = await readSpendable(deps.db, voucherId);
  const isMerchants = value.issuerMerchantId !== null;
  if (isMerchants && valueGoesTo === 'replacement') throw new Refusal('voucher_not_bought');
  if (!isMerchants && valueGoesTo === 'merchant') throw new Refusal('voucher_bought');
  const kes = formatKes(shillingsOf(value.balanceCents));
  return executeOrRequestApproval(deps, voidAction(deps), {
    subjectKind: 'voucher',
    subjectId: voucherId,
    summary: `Void the voucher ••${value.codeLastFour} for ${value.recipientName}; the ${kes} that are left ${GO[valueGoesTo]}${recipient ? ` for ${nameOf(recipient)}` : ''}`,
    amountCents: value.balanceCents,
    reason,
    input: { voucherId, valueGoesTo, recipient },
    auditor,
  });
}
