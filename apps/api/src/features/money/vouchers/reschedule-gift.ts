import type { HandlerInput, SentGift, moveGift as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockUser } from '../../people/users/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { announceGift } from './announce-gift.ts';
import { setDeliveryMoment } from './change-gift-store.ts';
import { readSentGift } from './gift-messages.ts';
import { lockValue } from './find-voucher.ts';
import { insertActivity, type Voucher } from './store.ts';
import { spendingRefusal, statusOf } from './voucher-status.ts';

type GiftDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;
type Named = { userId: string; voucherId: string };

/**
 * Changes the delivery moment of an unsent gift, from which its validity counts. Repeating the same moment changes
 * nothing.
 * @throws Refusal voucher_not_found also for another user's gift, delivery_moment_invalid, gift_sent, gift_cancelled,
 * and the reason why the voucher has no value
 */
export async function moveGift(
  deps: GiftDeps,
  { userId, voucherId, deliverAt }: { userId: string } & HandlerInput<typeof endpoint>['body'],
): Promise<SentGift> {
  const chosen = requireDeliveryMoment(deliverAt, deps.clock.now());
  const activityId = newId();
  await inTransaction(deps.db, async (tx) => {
    const voucher = await lockScheduled(tx, { userId, voucherId });
    if (voucher.deliverAt.getTime() === chosen.getTime()) return;
    if (!(await setDeliveryMoment(tx, { userId, voucherId, chosen }))) throw new Refusal('gift_sent');
    await insertActivity(tx, {
      voucher_id: voucherId,
      id: activityId,
      kind: 'MOVED',
      actor_kind: 'consumer',
      actor_id: userId,
      reason: `from ${inWords(voucher.deliverAt)} to ${inWords(chosen)}`,
    });
    await publishHint(tx, { userId, topic: 'voucher', id: voucherId });
  });
  return readSentGift(deps.db, userId, voucherId);
}

/**
 * Announces a scheduled gift now. A repetition changes nothing.
 * @throws Refusal as `moveGift` does
 */
export async function sendGiftNow(deps: GiftDeps, named: Named): Promise<SentGift> {
  const { userId, voucherId } = named;
  const activityId = newId();
  await inTransaction(deps.db, async (tx) => {
    const voucher = await lockScheduled(tx, named);
    if (!(await setDeliveryMoment(tx, { ...named, chosen: null }))) throw new Refusal('gift_sent');
    await insertActivity(tx, {
      voucher_id: voucherId,
      id: activityId,
      kind: 'DELIVERED',
      actor_kind: 'consumer',
      actor_id: userId,
    });
    await announceGift(tx, deps, voucher);
    await publishHint(tx, { userId, topic: 'voucher', id: voucherId });
  });
  return readSentGift(deps.db, named.userId, named.voucherId);
}

async function lockScheduled(tx: Transaction, { userId, voucherId }: Named): Promise<Voucher> {
  await lockUser(tx, userId);
  const voucher = await lockValue(tx, { voucherId });
  if (voucher.buyerId !== userId) throw new Refusal('voucher_not_found');
  requireScheduled(voucher);
  return voucher;
}

/**
 * Requires a gift that is still scheduled. Lock the voucher first, so that no delivery, redemption or closing
 * interferes.
 * @throws Refusal gift_sent, gift_cancelled, and the reason why the voucher has no value
 */
export function requireScheduled(voucher: Voucher & { balanceCents: bigint }): void {
  // Checks both: the transaction may have begun before the delivery moment, and waited for the lock while the gift
  // was sent.
  if (voucher.isDelivered || voucher.announcedAt !== null) throw new Refusal('gift_sent');
  const status = statusOf(voucher);
  if (status === 'REFUNDED') throw new Refusal('gift_cancelled');
  const refusal = spendingRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  if (status !== 'ACTIVE') throw new Refusal('gift_sent');
}

const LONGEST_WAIT_MS = 366 * DAY_MS;

/**
 * Parses a chosen delivery moment.
 * @throws Refusal delivery_moment_invalid for a moment in the past or more than a year ahead
 */
export function requireDeliveryMoment(chosen: string, now: Date): Date {
  const waitMs = Date.parse(chosen) - now.getTime();
  if (waitMs <= 0 || waitMs > LONGEST_WAIT_MS) throw new Refusal('delivery_moment_invalid');
  return new Date(chosen);
}

function inWords(moment: Date): string {
  return `${nairobiDay(moment)} ${nairobiTime(moment).slice(0, 'HH:mm'.length)}`;
}
