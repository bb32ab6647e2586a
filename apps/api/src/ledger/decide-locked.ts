import type { RawBuilder } from 'kysely';
import { applying } from './applying.ts';
import { balanceKey, type AccountKind } from './books.ts';
import { decide } from './decide.ts';
import { normalise } from './normalise.ts';
import type { BusyOutcome, GroupOutcome, TransferGroup } from './transfer.ts';

/** A strict balance as `ledger.lock_strict` returned it; null cents when another transaction holds it. */
export type LockedBalance = {
  homeId: string;
  account: string;
  side: AccountKind['side'];
  cents: bigint | null;
};

/**
 * `post` for a caller that has locked the strict accounts and writes the transfers itself, so that a
 * hot path takes one round trip for each. Accounts that are not given are taken as lazy ones that grow. Not for groups
 * that may have been posted before: that has to be known from the caller's own reading under the lock.
 * @returns one outcome per group, and the call, if any, that writes what was decided, for a statement's list of what it
 *   selects; it fails when anything was claimed about an account that is not so
 */
export function decideLocked(
  locked: LockedBalance[],
  groups: TransferGroup[],
): { outcomes: (GroupOutcome | BusyOutcome)[]; writing: RawBuilder<unknown>[] } {
  const lazy = groups.flatMap(({ transfers }) => transfers.flatMap(({ debit, credit }) => [debit, credit]));
  const kinds = new Map<string, AccountKind>([
    ...lazy.map((account) => [account, { side: 'credit', mode: 'lazy' }] as const),
    ...locked.map(({ account, side }) => [account, { side, mode: 'strict' }] as const),
  ]);
  const balances = new Map(
    locked.map(({ homeId, account, side, cents }) => [
      balanceKey({ side, mode: 'strict' }, homeId, account),
      cents,
    ]),
  );
  const { outcomes, transfers } = decide({ kinds, balances, transfers: new Map() }, groups.map(normalise));
  return { outcomes, writing: transfers.length > 0 ? [applying(transfers)] : [] };
}
