import type { Transaction } from '../../../platform/db/database.ts';
import { RetryTransaction } from '../../../platform/db/in-transaction.ts';
import { lockUserRecords } from '../../access/users/index.ts';
import { lockValues, type LockedVoucher } from '../vouchers/index.ts';
import { findHolds, type HoldRow } from './store.ts';

export type LockedHold = HoldRow & {
  voucher: LockedVoucher;
  /** Where what is released goes. */
  releasesTo: 'voucher' | 'unclaimed' | { walletOf: string };
};

/**
 * Locks holds by the balances of their vouchers, as redemption, claim, expiry and refund do, and the wallets that the rest of
 * the vouchers was claimed into.
 * @returns for each hold what it is, which stays true until the commit; undefined where there is none
 * @throws RetryTransaction when a voucher was claimed in the same instant
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
  const holds = await findHolds(tx, holdIds);
  return seen.map((before, n) => {
    if (!before) return undefined;
    const [hold, voucher] = [holds[n], voucherOf.get(before.voucherId)];
    if (!hold || !voucher) throw new Error(`hold ${before.id} has gone`);
    if (hold.claimedBy !== before.claimedBy)
      throw new RetryTransaction('the rest of the voucher was claimed meanwhile');
    return { ...hold, voucher, releasesTo: placeOf(voucher.closedAs, walletFor(hold.claimedBy)) };
  });
}

function placeOf(closedAs: string | null, walletOf: string | undefined): LockedHold['releasesTo'] {
  if (walletOf !== undefined) return { walletOf };
  return closedAs === null ? 'voucher' : 'unclaimed';
}
