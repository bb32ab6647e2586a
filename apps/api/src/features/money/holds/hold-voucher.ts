import {
  centsOf,
  HOLD_MINUTES,
  shillingsOf,
  type HandlerInput,
  type HoldObject,
  type holdVoucher as endpoint,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { answerOnce, type Outcome } from '../../../platform/idempotency/index.ts';
import { findVoucherId, latestMomentOf } from '../../merchants/merchant-api/index.ts';
import { publishEvent } from '../../merchants/webhooks/index.ts';
import { postings } from '../postings/index.ts';
import { lockValue, recordOpening, spendingRefusal, takingRefusal } from '../vouchers/index.ts';
import { describeHold } from './describe-hold.ts';
import { timeOfHold, findHold, insertHold, isKnownAt } from './store.ts';

type Input = {
  merchantId: string;
  /** A voucher id, or a full code as typed or scanned. */
  id: string;
  idempotencyKey: string | undefined;
  body: HandlerInput<typeof endpoint>['body'];
};

/**
 * Reserves value of a voucher for a merchant: the first step of a redemption in two. Redemption, claim, expiry and holds
 * take the lock of the voucher's balance; the first wins, and none takes what is held.
 * @throws Refusal as the contract lists them
 */
export async function holdVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, id, idempotencyKey, body }: Input,
): Promise<Outcome<HoldObject>> {
  if (idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const meant = await findVoucherId(deps, id);
  if (!meant) throw new Refusal('voucher_not_found');
  const { voucherId } = meant;
  const call = `POST /api/v1/vouchers/${voucherId}/hold`;
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body }, async (tx) => {
    const voucher = await lockValue(tx, { voucherId });
    // Under the lock: the buyer may have corrected the recipient, and with it the code, until a moment ago.
    const named = meant.by === 'id' ? meant : await findVoucherId({ db: tx, keys: deps.keys }, id);
    const isNamed =
      named?.by === 'id' ? await isKnownAt(tx, { merchantId, voucherId }) : named?.by === 'code';
    if (!isNamed) throw new Refusal('voucher_not_found');
    const hold = await reserve(tx, { merchantId, voucher, body });
    await recordOpening(tx, deps, voucher, 'held');
    return hold;
  });
}

type Reservation = Pick<Input, 'merchantId' | 'body'> & { voucher: Awaited<ReturnType<typeof lockValue>> };

async function reserve(tx: Transaction, { merchantId, voucher, body }: Reservation): Promise<HoldObject> {
  const { id: voucherId, issuerMerchantId, balanceCents } = voucher;
  if (issuerMerchantId !== null && issuerMerchantId !== merchantId) {
    throw new Refusal('voucher_not_redeemable_here');
  }
  if (!voucher.isDelivered) throw new Refusal('voucher_not_yet_delivered');
  const refusal = body.amount === undefined ? takingRefusal(voucher) : spendingRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  const time = await timeOf(tx, body, voucher.expiresAt);
  const holdId = newId();
  const amountCents = body.amount === undefined ? balanceCents : centsOf(body.amount);
  const [outcome] = await post(tx, [postings.holdReserved({ holdId, voucherId, amountCents })]);
  if (outcome?.outcome !== 'posted') {
    throw new Refusal(takingRefusal(voucher) ?? 'insufficient_voucher_balance');
  }
  const reference = body.reference === undefined || body.reference === '' ? null : body.reference;
  const { recipientName } = voucher;
  await insertHold(tx, {
    id: holdId,
    voucherId,
    merchantId,
    amountCents,
    reference,
    recipientName,
    ...time,
  });
  await publishEvent(tx, {
    merchantId,
    type: 'voucher.held',
    data: {
      hold_id: holdId,
      voucher_id: voucherId,
      amount: shillingsOf(amountCents),
      balance: shillingsOf(balanceCents - amountCents),
      expires_at: time.expiresAt.toISOString(),
      ...(reference !== null && { reference }),
      currency: 'KES',
    },
    dedupeKey: holdId,
  });
  const hold = await findHold(tx, { holdId });
  if (!hold) throw new Error(`hold ${holdId} was made and is not there`);
  return describeHold(hold);
}

type Time = { createdAt: Date; expiresAt: Date };

/** @throws Refusal hold_moment_invalid; voucher_expired when its last day has ended while its lock was waited for */
async function timeOf(tx: Transaction, body: Input['body'], latest: Date): Promise<Time> {
  const time = await timeOfHold(tx, {
    minutes: body.expires_in_minutes ?? HOLD_MINUTES.usual,
    expiresAt: body.expires_at === undefined ? undefined : latestMomentOf(body.expires_at),
    mostMinutes: HOLD_MINUTES.most,
    latest,
  });
  if (!time) throw new Refusal('hold_moment_invalid');
  if (time.expiresAt <= time.createdAt) throw new Refusal('voucher_expired');
  return time;
}
