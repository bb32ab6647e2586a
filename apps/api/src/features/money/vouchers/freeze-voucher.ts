import type { Transaction } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockValue } from './find-voucher.ts';
import { recordFreeze, recordUnfreeze } from './change-gift-store.ts';
import { insertActivity } from './store.ts';
import { refusalFor, statusOf } from './voucher-status.ts';

/** Cause of a freeze: support, or a request that waits for approval. */
export type FrozenBy = { support: true } | { requestId: string };

/**
 * Freezes a voucher at once: it cannot be redeemed, claimed, resent or shown, and it does not expire.
 * @param freeze.actionId id of the activity, so that a repeated action is recorded once
 * @returns false if the voucher is already frozen for the same cause
 * @throws Refusal voucher_not_found; approval_open while another request freezes the voucher; and the reason why the
 * voucher has no value
 */
export async function freezeVoucher(
  tx: Transaction,
  freeze: { voucherId: string; by: FrozenBy; actionId: string; reason: string; administratorId: string },
): Promise<boolean> {
  const { voucherId, by, actionId, reason, administratorId } = freeze;
  const voucher = await lockValue(tx, { voucherId });
  const refusal = refusalFor(statusOf(voucher));
  if (refusal) throw new Refusal(refusal);
  if ('support' in by && voucher.isFrozenBySupport) return false;
  if ('requestId' in by && voucher.frozenFor !== null) throw new Refusal('approval_open');
  await recordFreeze(tx, voucherId, 'requestId' in by ? by.requestId : null);
  await insertActivity(tx, {
    voucher_id: voucherId,
    id: derivedId('frozen', actionId),
    kind: 'FROZEN',
    actor_kind: 'admin',
    actor_id: administratorId,
    reason,
  });
  return true;
}

/**
 * Removes one cause of a voucher's freeze. If no other cause is left, extends the validity by the days that began
 * during the freeze.
 * @param freeze.administratorId absent if a request has expired
 * @returns false if the voucher was not frozen for this cause
 * @throws Refusal voucher_not_found
 */
export async function unfreezeVoucher(
  tx: Transaction,
  freeze: { voucherId: string; by: FrozenBy; actionId: string; reason?: string; administratorId?: string },
): Promise<boolean> {
  const { voucherId, by, actionId, reason, administratorId } = freeze;
  const voucher = await lockValue(tx, { voucherId });
  const isFrozen = 'support' in by ? voucher.isFrozenBySupport : voucher.frozenFor === by.requestId;
  if (!isFrozen) return false;
  await recordUnfreeze(tx, voucherId, 'requestId' in by ? by.requestId : null);
  // Adds no activity for a closed voucher: the approved request that closed it has its own activity.
  if (voucher.closedAs !== null) return true;
  await insertActivity(tx, {
    voucher_id: voucherId,
    id: derivedId('unfrozen', actionId),
    kind: 'UNFROZEN',
    actor_kind: administratorId === undefined ? 'system' : 'admin',
    actor_id: administratorId ?? null,
    reason: reason ?? null,
  });
  return true;
}
