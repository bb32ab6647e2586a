import { centsOf, shillingsOf, type HoldObject } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishEvent } from '../../merchants/webhooks/index.ts';
import { postings } from '../postings/index.ts';
import { announceRedemption } from '../redemptions/index.ts';
import { describeHold } from './describe-hold.ts';
import { lockHold, type LockedHold } from './lock-hold.ts';
import { giveBack } from './release-hold.ts';
import { endHold, findHold, insertRedemption, type EndedBy } from './store.ts';

type Capture = {
  merchantId: string;
  holdId: string;
  /** All that is held when undefined. */
  amountShillings: number | undefined;
  by: EndedBy;
};

/**
 * Takes what is held, or a part of it, once: the second step of a redemption in two, which from then on is like any
 * other. The rest is released in the same transaction.
 * @throws Refusal hold_not_found, hold_not_open, hold_expired, capture_exceeds_hold, voucher_frozen
 */
export async function captureHoldIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { merchantId, holdId, amountShillings, by }: Capture,
): Promise<HoldObject> {
  const hold = await lockHold(tx, { holdId, merchantId });
  const amountCents = requireCapturable(hold, amountShillings);
  const { voucherId } = hold;
  const restCents = hold.amountCents - amountCents;
  await postOrThrow(tx, [postings.holdCaptured({ holdId, voucherId, merchantId, amountCents })]);
  if (restCents > 0n) await giveBack(tx, hold, { amountCents: restCents, reason: 'remainder' });
  await endHold(tx, { voucherId, id: holdId, status: 'CAPTURED', capturedCents: amountCents, by });
  const backCents = hold.releasesTo === 'voucher' ? restCents : 0n;
  const balanceAfterCents = hold.voucher.balanceCents + backCents;
  await insertRedemption(tx, { hold, amountCents, balanceAfterCents, by });
  await publishEvent(tx, {
    merchantId,
    type: 'voucher.hold_captured',
    data: {
      hold_id: holdId,
      voucher_id: voucherId,
      redemption_id: holdId,
      amount: shillingsOf(hold.amountCents),
      captured_amount: shillingsOf(amountCents),
      ...(hold.reference !== null && { reference: hold.reference }),
      currency: 'KES',
    },
    dedupeKey: holdId,
  });
  await announceRedemption(tx, deps, [voucherId, holdId]);
  const captured = await findHold(tx, { holdId });
  if (!captured) throw new Error(`hold ${holdId} was captured and is not there`);
  return describeHold(captured);
}

/** @returns how much of it, in cents */
function requireCapturable(hold: LockedHold, amountShillings: number | undefined): bigint {
  if (hold.status === 'EXPIRED' || (hold.status === 'OPEN' && hold.isPastEnd)) {
    throw new Refusal('hold_expired');
  }
  if (hold.status !== 'OPEN') throw new Refusal('hold_not_open');
  if (hold.voucher.isFrozen) throw new Refusal('voucher_frozen');
  const amountCents = amountShillings === undefined ? hold.amountCents : centsOf(amountShillings);
  if (amountCents > hold.amountCents) throw new Refusal('capture_exceeds_hold');
  return amountCents;
}
