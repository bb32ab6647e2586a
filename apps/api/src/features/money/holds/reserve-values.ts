import {
  centsOf,
  HOLD_MINUTES,
  shillingsOf,
  type HandlerInput,
  type holdVoucher as endpoint,
  type RefusalCode,
} from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { latestMomentOf } from '../../../platform/nairobi-time.ts';
import { publishEvent, type WebhookEvent } from '../../services/merchant-events/index.ts';
import { postings } from '../../services/postings/index.ts';
import { beyondRoom, lockRedemptionRoom, type RedeemedAt } from '../redemptions/index.ts';
import { merchantRefusal, spendingRefusal, takingRefusal, type Voucher } from '../vouchers/index.ts';
import { insertHolds, readMoment, type NewHold } from './store.ts';

const MINUTE_MS = 60_000;

export type Reservation = {
  merchantId: string;
  at: RedeemedAt;
  /** The voucher, locked by the caller. */
  voucher: Voucher;
  body: HandlerInput<typeof endpoint>['body'];
};

type Reserved = { hold: NewHold; balanceAfterCents: bigint };
/** `allowed`: the largest amount within the shop's limits; `balance`: of a voucher with too little. In shillings. */
type ReserveRefusal = { refusal: RefusalCode; allowed?: number; balance?: number };
export type ReserveOutcome = { reserved: Reserved } | ReserveRefusal;

/**
 * Holds value of vouchers in one transaction, in order. `endHolds` later captures or releases the holds. A hold counts for
 * the shop's own limits; its capture is never refused because of them.
 * @returns an outcome for each; a refusal writes nothing
 */
export async function reserveValues(tx: Transaction, all: Reservation[]): Promise<ReserveOutcome[]> {
  const now = await readMoment(tx);
  const left = new Map(all.map(({ voucher }) => [voucher.id, voucher]));
  const rooms = await lockRedemptionRoom(
    tx,
    all.map(({ merchantId }) => merchantId),
  );
  const outcomes = all.map((reservation): ReserveOutcome => {
    const voucher = left.get(reservation.voucher.id) ?? reservation.voucher;
    const decided = decide({ ...reservation, voucher }, now);
    if ('refusal' in decided) return decided;
    const { amountCents, merchantId } = decided.hold;
    const room = rooms.get(merchantId) ?? { largestCents: null, leftCents: null };
    const beyond = beyondRoom(room, amountCents);
    if (beyond) return { refusal: beyond.refusal, allowed: shillingsOf(beyond.allowedCents) };
    if (room.leftCents !== null) rooms.set(merchantId, { ...room, leftCents: room.leftCents - amountCents });
    const balanceCents = voucher.balanceCents - amountCents;
    left.set(voucher.id, { ...voucher, balanceCents, heldCents: voucher.heldCents + amountCents });
    return { reserved: { hold: decided.hold, balanceAfterCents: balanceCents } };
  });
  const reserved = outcomes.flatMap((outcome) => ('reserved' in outcome ? [outcome.reserved] : []));
  if (reserved.length > 0) await record(tx, reserved);
  return outcomes;
}

function decide(
  { merchantId, at, voucher, body }: Reservation,
  now: Date,
): { hold: NewHold } | ReserveRefusal {
  const { id: voucherId, issuerMerchantId, balanceCents, recipientName } = voucher;
  const { amount = 'all' } = body;
  const isForHere = issuerMerchantId === null || issuerMerchantId === merchantId;
  const refusal =
    merchantRefusal({ ...voucher, isForHere }) ??
    (amount === 'all' ? takingRefusal(voucher) : spendingRefusal(voucher));
  if (refusal) return { refusal, ...(refusal === 'voucher_used' && { balance: 0 }) };
  const asked = endOf(body, now);
  const isTooFar = asked.getTime() > now.getTime() + HOLD_MINUTES.most * MINUTE_MS;
  if (asked <= now || isTooFar) return { refusal: 'hold_moment_invalid' };
  const expiresAt = asked < voucher.expiresAt ? asked : voucher.expiresAt;
  // The voucher may have expired while we waited for its lock.
  if (expiresAt <= now) return { refusal: 'voucher_expired' };
  const amountCents = amount === 'all' ? balanceCents : centsOf(amount);
  if (amountCents > balanceCents) {
    const held = takingRefusal(voucher);
    if (held) return { refusal: held };
    return { refusal: 'insufficient_voucher_balance', balance: shillingsOf(balanceCents) };
  }
  const reference = body.reference === undefined || body.reference === '' ? null : body.reference;
  const facts = { amountCents, reference, recipientName, createdAt: now, expiresAt };
  return { hold: { id: newId(), voucherId, merchantId, ...at, ...facts } };
}

function endOf(body: Reservation['body'], now: Date): Date {
  if (body.expires_at !== undefined) return latestMomentOf(body.expires_at);
  return new Date(now.getTime() + (body.expires_in_minutes ?? HOLD_MINUTES.usual) * MINUTE_MS);
}

async function record(tx: Transaction, all: Reserved[]): Promise<void> {
  const posted = all.map(({ hold: { id: holdId, voucherId, amountCents } }) =>
    postings.holdReserved({ holdId, voucherId, amountCents }),
  );
  await postOrThrow(tx, posted);
  await insertHolds(
    tx,
    all.map(({ hold }) => hold),
  );
  await publishEvent(tx, ...all.map(eventOf));
}

function eventOf({ hold, balanceAfterCents }: Reserved): WebhookEvent {
  const { id: holdId, merchantId, voucherId, amountCents, reference, expiresAt } = hold;
  return {
    merchantId,
    type: 'voucher.held',
    data: {
      hold_id: holdId,
      voucher_id: voucherId,
      amount: shillingsOf(amountCents),
      balance: shillingsOf(balanceAfterCents),
      expires_at: expiresAt.toISOString(),
      ...(reference !== null && { reference }),
      currency: 'KES',
    },
    dedupeKey: holdId,
  };
}
