import type { Transaction } from '../../../platform/db/database.ts';
import { RetryTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockClaimant } from '../redemptions/index.ts';
import { lockValue } from '../vouchers/index.ts';
import { findHold, type HoldRow } from './store.ts';

export type LockedHold = HoldRow & {
  voucher: Awaited<ReturnType<typeof lockValue>>;
  /** Where what is released goes. */
  releasesTo: 'voucher' | 'unclaimed' | { walletOf: string };
};

/**
 * Locks a hold by the balance of its voucher, as redemption, claim, expiry and refund do, and the wallet that the rest of
 * the voucher was claimed into.
 * @param of.merchantId when given, another merchant's hold is not found
 * @throws Refusal hold_not_found; RetryTransaction when the voucher was claimed in the same instant
 */
export async function lockHold(
  tx: Transaction,
  of: { holdId: string; merchantId?: string | undefined },
): Promise<LockedHold> {
  const seen = await findHold(tx, of);
  if (!seen) throw new Refusal('hold_not_found');
  const { voucherId, claimedBy } = seen;
  const isWalletThere = claimedBy !== null && (await lockClaimant(tx, claimedBy));
  const walletOf = isWalletThere ? claimedBy : undefined;
  const voucher = await lockValue(tx, { voucherId, walletOf });
  // Read again under the lock: what is true now stays true until the commit.
  const hold = await findHold(tx, of);
  if (!hold) throw new Error(`hold ${of.holdId} has gone`);
  if (hold.claimedBy !== claimedBy)
    throw new RetryTransaction('the rest of the voucher was claimed meanwhile');
  return { ...hold, voucher, releasesTo: placeOf(voucher.closedAs, walletOf) };
}

function placeOf(closedAs: string | null, walletOf: string | undefined): LockedHold['releasesTo'] {
  if (walletOf !== undefined) return { walletOf };
  return closedAs === null ? 'voucher' : 'unclaimed';
}
