import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import type { ApprovalAction } from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { freezeVoucher, unfreezeVoucher } from '../../money/vouchers/index.ts';

type Freezing = { voucherId: string; reason: string; auditor: Auditor };

/**
 * Freezes a voucher for support, at once and by one administrator. Does nothing if the voucher is already frozen.
 * @throws Refusal voucher_not_found, and the reasons why a voucher cannot be used
 */
export function freezeBySupport({ db }: Pick<Deps, 'db'>, freezing: Freezing): Promise<void> {
  return changeBySupport(db, freezing, { change: freezeVoucher, action: 'voucher.frozen' });
}

/**
 * Ends the freeze by `freezeBySupport`. If a request about the voucher waits for approval, the voucher stays frozen.
 * @throws Refusal voucher_not_found
 */
export function unfreezeBySupport({ db }: Pick<Deps, 'db'>, freezing: Freezing): Promise<void> {
  return changeBySupport(db, freezing, { change: unfreezeVoucher, action: 'voucher.unfrozen' });
}

async function changeBySupport(
  db: Deps['db'],
  { voucherId, reason, auditor }: Freezing,
  {
    change,
    action,
  }:
    | { change: typeof freezeVoucher; action: 'voucher.frozen' }
    | { change: typeof unfreezeVoucher; action: 'voucher.unfrozen' },
): Promise<void> {
  const actionId = newId();
  const { administratorId } = auditor;
  await inTransaction(db, async (tx) => {
    const isChanged = await change(tx, {
      voucherId,
      by: { support: true },
      actionId,
      reason,
      administratorId,
    });
    if (!isChanged) return;
    await recordAudit(tx, auditor, { action, subjectKind: 'voucher', subjectId: voucherId, reason });
  });
}

/** Freezes the voucher of a refund or void request until the request is approved, rejected or expired. */
export const frozenWhileOpen: NonNullable<ApprovalAction<{ voucherId: string }>['whileOpen']> = {
  begin: async (tx, { id, input: { voucherId }, reason, administratorId }) => {
    await freezeVoucher(tx, { voucherId, by: { requestId: id }, actionId: id, reason, administratorId });
  },
  end: async (tx, { id, input: { voucherId } }) => {
    await unfreezeVoucher(tx, { voucherId, by: { requestId: id }, actionId: id });
  },
};
