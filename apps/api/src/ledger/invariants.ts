import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';
import { audit } from './audit.ts';
import { trialBalance } from './trial-balance.ts';

/**
 * Checks the invariants of a ledger. Tests call this when they end.
 * @throws Error with each violation
 */
export async function assertLedgerInvariants(db: Db): Promise<void> {
  const violations = await inSnapshot(db, violationsIn);
  if (violations.length === 0) return;
  const shown = violations.slice(0, 20).join('; ');
  throw new Error(`The ledger is wrong in ${violations.length} places: ${shown}.`);
}

async function violationsIn(db: Db): Promise<string[]> {
  const { differences } = await audit(db);
  const { differenceCents } = await trialBalance(db);
  return [
    ...differences.map(
      (one) => `${one.account} stores ${one.storedCents} cents, its transfers make ${one.recomputedCents}`,
    ),
    ...(differenceCents === 0n ? [] : [`debit and credit side differ by ${differenceCents} cents`]),
    ...(await linesOf(db, belowZero)),
    ...(await linesOf(db, brokenChains)),
  ];
}

const belowZero = sql<{ line: string }>`
  select b.account || ' is at ' || sum(b.cents) as line
  from (
    select account, balance_cents as cents, home_id from ledger.strict_balances
    union all
    select account, balance_cents, null from ledger.lazy_balances
    union all
    select account, change_cents, null from ledger.lazy_deltas
  ) b
  join ledger.account_kinds k on k.kind = ledger.kind_of(b.account)
  where k.is_checked
  group by b.account, b.home_id
  having sum(b.cents) < 0`;

/**
 * SQL for transfers that break the chain of balances: the stored balance must be the previous one plus or minus the
 * amount.
 */
const brokenChains = sql<{ line: string }>`
  with legs as (
    select t.home_id, s.account, t.id, s.after, t.posted_at, t.position,
      case when k.side = s.side then t.amount_cents else -t.amount_cents end as change
    from ledger.transfers t
    cross join lateral (values
      (t.debit, 'debit', t.debit_balance_after_cents), (t.credit, 'credit', t.credit_balance_after_cents)
    ) as s (account, side, after)
    join ledger.account_kinds k on k.kind = ledger.kind_of(s.account) and k.mode = 'strict'
  ), chained as (
    select *, sum(change) over (partition by home_id, account order by posted_at, position) as expected from legs
  )
  select format('transfer %s left %s at %s, not %s', id, account, expected, after) as line
  from chained where after is distinct from expected`;

async function linesOf(db: Db, query: typeof belowZero): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => row.line);
}
