import type { SentGift } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockUser } from '../../access/users/index.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { announceGift } from './announce-gift.ts';
import { describeSentGift, MOST_RESENDS } from './describe-sent-gift.ts';
import { findSent, findGift } from './gift-lists-store.ts';
import { spendingRefusal } from './voucher-status.ts';
import { insertActivity } from './store.ts';
import { lockVoucher, recordResend } from './change-gift-store.ts';

type Input = { userId: string; voucherId: string };

/**
 * Sends the recipient the same code and link again.
 * @throws Refusal voucher_not_found also for another user's gift, resend_too_soon within 10 minutes of the last
 *   time, resends_exhausted after 5 times, and why a voucher gives nothing
 */
export async function resendGift(deps: Pick<Deps, 'db' | 'keys' | 'clock'>, input: Input): Promise<SentGift> {
  const resendId = newId();
  await inTransaction(deps.db, (tx) => resend(tx, deps, { ...input, resendId }));
  const gift = await findSent(deps.db, input.userId, input.voucherId);
  if (!gift) throw new Refusal('voucher_not_found');
  return describeSentGift(gift);
}

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
    const refusal = spendingRefusal(gift);
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
      actor_id: auditor.administratorId,
    });
    await announceGift(tx, deps, gift, resendId);
    await recordAudit(tx, auditor, {
      action: 'voucher.resent',
      subjectKind: 'voucher',
      subjectId: voucherId,
    });
  });
}

async function resend(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'clock'>,
  { userId, voucherId, resendId }: Input & { resendId: string },
): Promise<void> {
  await lockUser(tx, userId);
  await lockVoucher(tx, voucherId);
  const gift = await findSent(tx, userId, voucherId);
  if (!gift) throw new Refusal('voucher_not_found');
  if (!gift.isDelivered || !gift.announcedAt) throw new Refusal('voucher_not_yet_delivered');
  const refusal = spendingRefusal(gift);
  if (refusal) throw new Refusal(refusal);
  if (gift.resends >= MOST_RESENDS) throw new Refusal('resends_exhausted');
  if (gift.resendAt) {
    const waitMs = gift.resendAt.getTime() - deps.clock.now().getTime();
    throw new Refusal('resend_too_soon', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }
  await recordResend(tx, voucherId);
  await insertActivity(tx, {
    voucher_id: voucherId,
    id: resendId,
    kind: 'RESENT',
    actor_kind: 'consumer',
    actor_id: userId,
  });
  await announceGift(tx, deps, gift, resendId);
}
