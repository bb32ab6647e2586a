import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';

export type TrialBalance = {
  accounts: { kind: string; side: 'debit' | 'credit'; balanceCents: bigint }[];
  /** Sum of the debit side minus sum of the credit side. Any value but 0 is a fault. */
  differenceCents: bigint;
};

/** Sums the stored balances of every kind of account, in its own sign, from one snapshot. */
export async function trialBalance(db: Db): Promise<TrialBalance> {
  const { rows: accounts } = await inSnapshot(db, (tx) =>
    sql<TrialBalance['accounts'][number]>`
    select k.kind::text as kind, k.side, coalesce(sum(b.cents), 0)::bigint as "balanceCents"
    from ledger.account_kinds k
    left join (
      select ledger.kind_of(account) as kind, balance_cents as cents from ledger.strict_balances
      union all
      select ledger.kind_of(account), balance_cents from ledger.lazy_balances
      union all
      select ledger.kind_of(account), change_cents from ledger.lazy_deltas
    ) b on b.kind = k.kind
    group by k.kind, k.side
    order by k.kind`.execute(tx),
  );
  const differenceCents = accounts.reduce(
    (sum, { side, balanceCents }) => (side === 'debit' ? sum + balanceCents : sum - balanceCents),
    0n,
  );
  return { accounts, differenceCents };
}
