import { shillingsOf, type ActionOutcome } from '@zawadi/contract';
import { z } from 'zod';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { executeOrRequestApproval, type ApprovalAction } from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import {
  extendVoucher,
  findExpiredCents,
  refusalFor,
  requireLaterExpiry,
} from '../../money/vouchers/index.ts';
import { SUPPORT_ASKS } from './support-asks.ts';
import { lockStatus, readVoucherValue } from './voucher-value.ts';

const input = z.object({ voucherId: z.uuid(), validTo: z.iso.date() });
type Input = z.infer<typeof input>;

/** The action that approvals execute: extends a voucher to the end of a later day. */
export function extensionAction(deps: PaymentDeps): ApprovalAction<Input> {
  return {
    kind: 'extension',
    schema: input,
    askedBy: SUPPORT_ASKS,
    preview: async (tx, { voucherId, validTo }) => {
      const { closedAs, balanceCents: beforeCents } = await lockStatus(tx, voucherId);
      const amountCents = closedAs === 'EXPIRED' ? await findExpiredCents(tx, voucherId) : 0n;
      return {
        amountCents,
        way: `on the voucher, valid to ${validTo}`,
        balances: [{ of: 'The voucher', beforeCents, afterCents: beforeCents + amountCents }],
      };
    },
    execute: async (tx, { id: actionId, input: { voucherId, validTo }, reason, auditor }) => {
      const expiresAt = endOf(validTo);
      const { administratorId } = auditor;
      const { closedAs } = await lockStatus(tx, voucherId);
      const amountCents = closedAs === 'EXPIRED' ? await findExpiredCents(tx, voucherId) : 0n;
      await extendVoucher(tx, deps, { actionId, voucherId, expiresAt, reason, administratorId });
      await recordAudit(tx, auditor, {
        action: 'voucher.extended',
        subjectKind: 'voucher',
        subjectId: voucherId,
        reason,
        after: { validTo, amount: shillingsOf(amountCents) },
      });
      return undefined;
    },
  };
}

/**
 * Extends a voucher at once, or requests approval if the voucher has expired and a large amount has to be restored.
 * @throws Refusal voucher_not_found, approval_open, expiry_moment_invalid, expiry_not_later, and the reasons why a
 *   voucher cannot be used
 */
export async function requestExtension(
  deps: PaymentDeps,
  request: { voucherId: string; validTo: string; reason: string; auditor: Auditor },
): Promise<ActionOutcome> {
  const { voucherId, validTo, reason, auditor } = request;
  const value = await readVoucherValue(deps.db, voucherId);
  const refusal = value.status === 'EXPIRED' ? undefined : refusalFor(value.status);
  if (refusal) throw new Refusal(refusal);
  await requireLaterExpiry(deps.db, value, endOf(validTo));
  // An unexpired voucher keeps its value, so its extension moves no money and needs no approval.
  const amountCents = value.closedAs === 'EXPIRED' ? await findExpiredCents(deps.db, voucherId) : 0n;
  const kes = shillingsOf(amountCents).toLocaleString('en-KE');
  return executeOrRequestApproval(deps, extensionAction(deps), {
    subjectKind: 'voucher',
    subjectId: voucherId,
    summary: `Bring KES ${kes} back onto the voucher ••${value.codeLastFour}, which expired on ${nairobiDay(value.expiresAt)}; valid to ${validTo}`,
    amountCents,
    reason,
    input: { voucherId, validTo },
    auditor,
  });
}

/** Returns the last instant of a day in Nairobi. */
function endOf(day: string): Date {
  return new Date(beginningOfNairobiDay(day).getTime() + DAY_MS - 1);
}
