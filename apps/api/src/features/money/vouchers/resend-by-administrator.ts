import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { announceGift } from './announce-gift.ts';
import { lockVoucher, recordResend } from './change-gift-store.ts';
import { findGift } from './gift-lists-store.ts';
import { refusalFor } from './refusal-for.ts';
import { insertActivity } from './store.ts';
import { statusOf } from './voucher-status.ts';

/**
 * Sends the recipient the same code and link again, on request of the recipient. However often, but
 * not sooner than the buyer could.
 * @throws Refusal voucher_not_found, voucher_not_yet_delivered, resend_too_soon within 10 minutes of the last time, and
 *   why a voucher gives nothing
 */
export async function resendByAdministrator(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { voucherId, auditor }: { voucherId: string; auditor: Auditor },
): Promise<void> {
  const resendId = newId();
  await inTransaction(deps.db, async (tx) => {
    await lockVoucher(tx, voucherId);
    const gift = await findGift(tx, voucherId);
    if (!gift) throw new Refusal('voucher_not_found');
    if (!gift.isDelivered || !gift.announcedAt) throw new Refusal('voucher_not_yet_delivered');
    const refusal = refusalFor(statusOf(gift));
    if (refusal) throw new Refusal(refusal);
    if (gift.resendAt) {
      const waitMs = gift.resendAt.getTime() - deps.clock.now().getTime();
      throw new Refusal('resend_too_soon', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
    }
    await recordResend(tx, voucherId);
    await insertActivity(tx, {
      voucher_id: voucherId,
      id: resendId,
      kind: 'RESENT',
      actor_kind: 'admin',
      actor_id: auditor.staffId,
    });
    await announceGift(tx, deps, gift, resendId);
    await recordAudit(tx, auditor, {
      action: 'voucher.resent',
      subjectKind: 'voucher',
      subjectId: voucherId,
    });
  });
}
