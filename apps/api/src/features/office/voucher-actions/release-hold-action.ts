import { shillingsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { endHold } from '../../money/holds/index.ts';

/**
 * Releases a shop's hold on a voucher, at once and by one administrator; for example, if the customer's order at the
 * shop was never placed.
 * @throws Refusal hold_not_found, hold_not_open
 */
export async function releaseHoldBySupport(
  deps: Pick<Deps, 'db' | 'keys'>,
  { holdId, reason, auditor }: { holdId: string; reason: string; auditor: Auditor },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const by = { kind: 'admin', id: auditor.administratorId, reason } as const;
    const { voucherId, merchantId, amountCents } = await endHold(tx, deps, {
      holdId,
      takes: 'nothing',
      by,
    });
    await recordAudit(tx, auditor, {
      action: 'voucher.hold-released',
      subjectKind: 'voucher',
      subjectId: voucherId,
      reason,
      after: { holdId, merchantId, amount: shillingsOf(amountCents) },
    });
  });
}
