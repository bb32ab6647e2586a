import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { group } from './group.ts';

/** A merchant is given something, or has something taken, by hand. @param made.amountCents in the merchant's sign */
export function adjustment(made: {
  adjustmentId: string;
  merchantId: string;
  amountCents: bigint;
}): TransferGroup {
  const { adjustmentId, merchantId: homeId, amountCents } = made;
  const owed = account.merchant(homeId);
  const sides =
    amountCents > 0n
      ? { debit: account.adjustments, credit: owed, amount: amountCents }
      : { debit: owed, credit: account.adjustments, amount: -amountCents };
  return group('adjustment', adjustmentId, [{ leg: 'amount', homeId, ...sides }]);
}
