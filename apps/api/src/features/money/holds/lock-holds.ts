import type { Transaction } from '../../../platform/db/database.ts';
import { RetryTransaction } from '../../../platform/db/in-transaction.ts';
import { lockUserRecords } from '../../people/users/index.ts';
import { lockValues, type Voucher } from '../vouchers/index.ts';
import { findHolds, type HoldRow } from './store.ts';

export type LockedHold = HoldRow & {
  voucher: Voucher;
  /** Destination of released money. */
  releasesTo: 'voucher' | 'unclaimed' | { walletOf: string };
};

/**
 * Locks holds by locking the balances of their vouchers, as redemption, claim, expiry and refund do. Locks the
 * recipient's wallet, too, if a voucher has been claimed.
 * @returns the hold for each id, which no other transaction can change before the commit; undefined for an unknown id
 * @throws RetryTransaction if a voucher was claimed while we waited for its lock
 */
export async function lockHolds(tx: Transaction, holdIds: string[]): Promise<(LockedHold | undefined)[]> {
  const seen = await findHolds(tx, holdIds);
  const there = seen.flatMap((hold) => hold ?? []);
  const claimants = await lockUserRecords(
    tx,
    there.flatMap(({ claimedBy }) => claimedBy ?? []),
  );
  const accounts = new Set(claimants.flatMap((claimant) => claimant?.id ?? []));
  const walletFor = (claimedBy: string | null) =>
    claimedBy !== null && accounts.has(claimedBy) ? claimedBy : undefined;
  const vouchers = await lockValues(
    tx,
    there.map(({ voucherId, claimedBy }) => ({ voucherId, walletOf: walletFor(claimedBy) })),
  );
  const voucherOf = new Map(vouchers.flatMap((voucher) => (voucher ? [[voucher.id, voucher]] : [])));
  // Read the holds again: a hold may have changed while we waited for its lock.
  const holds = await findHolds(tx, holdIds);
  return seen.map((before, n) => {
    if (!before) return undefined;
    const [hold, voucher] = [holds[n], voucherOf.get(before.voucherId)];
    if (!hold || !voucher) throw new Error(`hold ${before.id} does not exist`);
    if (hold.claimedBy !== before.claimedBy)
      throw new RetryTransaction('the voucher was claimed while its lock was awaited');
    return { ...hold, voucher, releasesTo: placeOf(voucher.closedAs, walletFor(hold.claimedBy)) };
  });
}

function placeOf(closedAs: string | null, walletOf: string | undefined): LockedHold['releasesTo'] {
  if (walletOf !== undefined) return { walletOf };
  return closedAs === null ? 'voucher' : 'unclaimed';
}
