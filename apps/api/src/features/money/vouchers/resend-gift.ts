import type { SentGift } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockUser } from '../../people/users/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { announceGift } from './announce-gift.ts';
import { MOST_RESENDS } from './describe-sent-gift.ts';
import { readSentGift } from './gift-messages.ts';
import { findSent, findGift, type ListedGift } from './gift-lists-store.ts';
import { spendingRefusal } from './voucher-status.ts';
import { insertActivity } from './store.ts';
import { lockVoucher, recordResend } from './change-gift-store.ts';

type Input = { userId: string; voucherId: string };

/**
 * Sends the recipient the same code and link again.
 * @throws Refusal voucher_not_found also for another user's gift; resend_too_soon within 10 minutes of the last time;
 * resends_exhausted after 5 times; and the reason why the voucher has no value
 */
export async function resendGift(deps: Pick<Deps, 'db' | 'keys' | 'clock'>, input: Input): Promise<SentGift> {
  const resendId = newId();
  await inTransaction(deps.db, (tx) => resend(tx, deps, { ...input, resendId }));
  return readSentGift(deps.db, input.userId, input.voucherId);
}

/**
 * Sends the recipient the same code and link again, after the recipient has asked support. The number of times is not
 * limited, but the buyer's pause applies.
 * @throws Refusal voucher_not_found, voucher_not_yet_delivered, resend_too_soon within 10 minutes of the last time,
 * and the reason why the voucher has no value
 */
export async function resendByAdministrator(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { voucherId, auditor }: { voucherId: string; auditor: Auditor },
): Promise<void> {
  const resendId = newId();
  await inTransaction(deps.db, async (tx) => {
    await lockVoucher(tx, voucherId);
    const gift = await findGift(tx, voucherId);
    const actor: Actor = { kind: 'admin', id: auditor.administratorId, resendsAtMost: Infinity };
    await sendAgain(tx, deps, gift, { resendId, actor });
    await recordAudit(tx, auditor, {
      action: 'voucher.resent',
      subjectKind: 'voucher',
      subjectId: voucherId,
    });
  });
}

/**
 * Sends the recipient of a merchant's own voucher the same code and link again, at the merchant's request.
 * @param staffId the staff member; null for the merchant's own system
 * @throws Refusal voucher_not_found also for another merchant's voucher, voucher_without_address, and as
 *   `resendGift`
 */
export async function resendByIssuer(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'clock'>,
  { merchantId, staffId, ...input }: ByIssuer,
): Promise<void> {
  await lockVoucher(tx, input.voucherId);
  const gift = await findGift(tx, input.voucherId);
  if (gift?.issuerMerchantId !== merchantId) throw new Refusal('voucher_not_found');
  if (gift.recipientMsisdn === null && gift.recipientEmail === null)
    throw new Refusal('voucher_without_address');
  const actor: Actor = { kind: 'merchant', id: merchantId, staffId, resendsAtMost: MOST_RESENDS };
  await sendAgain(tx, deps, gift, { resendId: input.resendId, actor });
}

type ByIssuer = { merchantId: string; staffId: string | null; voucherId: string; resendId: string };

async function resend(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'clock'>,
  { userId, voucherId, resendId }: Input & { resendId: string },
): Promise<void> {
  await lockUser(tx, userId);
  await lockVoucher(tx, voucherId);
  const gift = await findSent(tx, userId, voucherId);
  const actor: Actor = { kind: 'consumer', id: userId, resendsAtMost: MOST_RESENDS };
  await sendAgain(tx, deps, gift, { resendId, actor });
}

type Actor = {
  kind: 'admin' | 'consumer' | 'merchant';
  id: string;
  staffId?: string | null;
  resendsAtMost: number;
};

async function sendAgain(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'clock'>,
  gift: ListedGift | undefined,
  { resendId, actor }: { resendId: string; actor: Actor },
): Promise<void> {
  if (!gift) throw new Refusal('voucher_not_found');
  if (!gift.isDelivered || !gift.announcedAt) throw new Refusal('voucher_not_yet_delivered');
  const refusal = spendingRefusal(gift);
  if (refusal) throw new Refusal(refusal);
  if (gift.resends >= actor.resendsAtMost) throw new Refusal('resends_exhausted');
  if (gift.resendAt) {
    const waitMs = gift.resendAt.getTime() - deps.clock.now().getTime();
    throw new Refusal('resend_too_soon', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
  }
  await recordResend(tx, gift.id);
  await insertActivity(tx, {
    voucher_id: gift.id,
    id: resendId,
    kind: 'RESENT',
    actor_kind: actor.kind,
    actor_id: actor.id,
    staff_id: actor.staffId ?? null,
  });
  await announceGift(tx, deps, gift, resendId);
}
