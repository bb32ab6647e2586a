import {
  refusals,
  shillingsOf,
  type HandlerAnswer,
  type RefusalCode,
  type redeemVoucher,
} from '@zawadi/contract';
import type { Refusal } from '../../../platform/refusal.ts';
import { statusOf } from '../vouchers/index.ts';
import type { Asked, Found, Kept, Recorded, RedeemedAt, RedeemedBy } from './store.ts';

export type RedeemRequest = Asked & {
  amountShillings: number | undefined;
  server: RedeemedBy;
  at: RedeemedAt;
  /** Reference and metadata of the merchant's own system. */
  kept: Kept;
  /** Why nothing new may be redeemed: a stop, or a closed place. A retry still gets its first answer. */
  obstacle?: Refusal | undefined;
};

/** Answer that is stored with an idempotency key and returned to a retry. */
export type StoredAnswer =
  | { answer: HandlerAnswer<typeof redeemVoucher> }
  | { refusal: RefusalCode; balance?: number; allowed?: number; usedAt?: string };

/** A request to decide. The redemption's id derives from the idempotency key, so a repetition finds the redemption. */
export type Work = {
  request: RedeemRequest;
  found: Found & {
    balanceCents: bigint;
    /** When the voucher was used up; undefined while it has a balance, and for a voucher that an earlier request of the
     * same batch uses up. */
    usedUpAt: Date | undefined;
  };
  redemptionId: string;
};

/** Record of a decided request, with its answer. */
export type Decided = Recorded & { outcome: StoredAnswer };

/**
 * Makes the record of a refusal.
 * @param mostCents balance of the voucher if it is too small, or the largest amount within the shop's own limits
 */
export function refusedRecord(work: Work, refusal: RefusalCode, mostCents?: bigint): Decided {
  const most = mostCents === undefined ? undefined : shillingsOf(mostCents);
  const isLimit = refusal === 'transaction_limit' || refusal === 'daily_limit';
  const outcome = {
    refusal,
    ...(refusal === 'voucher_used' && { balance: 0, ...usedAtOf(work.found.usedUpAt) }),
    ...(refusal === 'insufficient_voucher_balance' && most !== undefined && { balance: most }),
    ...(isLimit && most !== undefined && { allowed: most }),
  };
  return { ...answered(work, outcome), status: refusals[refusal].status };
}

/** The detail of a refusal about a used-up voucher. */
export function usedAtOf(at: Date | undefined): { usedAt?: string } {
  return at === undefined ? {} : { usedAt: at.toISOString() };
}

/**
 * Makes the record of a redemption.
 * @param taken amount redeemed, and the balance afterwards
 */
export function redeemedRecord(
  work: Work,
  { amountCents, balanceAfterCents }: { amountCents: bigint; balanceAfterCents: bigint },
): Decided {
  const { found, redemptionId } = work;
  const { server, at, kept } = work.request;
  const outcome: StoredAnswer = {
    answer: {
      id: found.voucherId,
      object: 'voucher',
      status: statusOf({ ...found, balanceCents: balanceAfterCents }),
      amount: shillingsOf(found.faceCents),
      balance: shillingsOf(balanceAfterCents),
      currency: 'KES',
      expires_at: found.expiresAt.toISOString(),
      redemption: { id: redemptionId, amount: shillingsOf(amountCents), ...kept },
    },
  };
  const { recipientName } = found;
  const redemption = { id: redemptionId, amountCents, balanceAfterCents, recipientName, server, at, kept };
  return { ...answered(work, outcome), status: 200, redemption };
}

function answered({ request, found }: Work, outcome: StoredAnswer) {
  const { merchantId, scope, fingerprint } = request;
  const answer = JSON.stringify(outcome);
  return { voucherId: found.voucherId, merchantId, scope, fingerprint, answer, outcome };
}

/** Parses an answer that `refusedRecord` or `redeemedRecord` has stored. */
export function parseAnswer(stored: string): StoredAnswer {
  return JSON.parse(stored) as StoredAnswer;
}
