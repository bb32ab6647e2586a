import type { Transaction } from '../../../platform/db/database.ts';
import { closeVoucher, insertActivity } from './store.ts';

/** Writes down that an administrator has taken the value off a voucher, whose lock the caller holds. */
export async function closeByAdministrator(
  tx: Transaction,
  closed: {
    voucherId: string;
    /** Of the action: the activity's id, so that an action is written down once. */
    actionId: string;
    as: 'VOIDED' | 'REFUNDED';
    amountCents: bigint;
    reason: string;
    staffId: string;
  },
): Promise<void> {
  await closeVoucher(tx, closed.voucherId, closed.as);
  await insertActivity(tx, {
    voucher_id: closed.voucherId,
    id: closed.actionId,
    kind: closed.as,
    actor_kind: 'admin',
    actor_id: closed.staffId,
    amount_cents: closed.amountCents,
    reason: closed.reason,
  });
}
