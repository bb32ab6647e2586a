import { randomInt } from 'node:crypto';
import type { TransferGroup } from '../apps/api/src/ledger/index.ts';
import { derivedId } from '../apps/api/src/platform/ids.ts';

/** Number of strict accounts in the ledger's own measurements. */
export const ACCOUNTS = 2_000;

function homeOf(index: number): string {
  return derivedId('bench', String(index));
}

/** Returns a transfer from a random strict account to one busy lazy account, as in a redemption. */
export function benchGroup(id: string, amountCents: bigint, index = randomInt(ACCOUNTS)): TransferGroup {
  const homeId = homeOf(index);
  return {
    transfers: [
      {
        id,
        homeId,
        debit: `voucher:${homeId}`,
        credit: `merchant:${homeOf(0)}`,
        amount: amountCents,
        kind: 'bench',
      },
    ],
  };
}

/** Returns a transfer that funds an account for a whole run. */
export function fundingGroup(index: number): TransferGroup {
  const homeId = homeOf(index);
  const credit = `voucher:${homeId}`;
  const amount = 1_000_000_000_00n;
  return {
    transfers: [
      { id: derivedId('fund', homeId), homeId, debit: 'mpesa:collection', credit, amount, kind: 'bench' },
    ],
  };
}
