import { sql } from 'kysely';
import type { Db, Transaction } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';
import { UUID } from '../platform/ids.ts';
import type { AccountRef } from './transfer.ts';

const UUID_LENGTH = 36;

type StrictAccount = { homeId: string; account: string };

/**
 * Locks strict balances until the end of the transaction, so that its decisions on limits stay valid. Pass every
 * account that the transaction will post to: one call locks them in the same order as every other transaction.
 * @returns cents by account code, in the account's own sign; 0 for an account that was never opened
 */
export async function lockBalances(tx: Transaction, accounts: StrictAccount[]): Promise<Map<string, bigint>> {
  const balances = new Map(accounts.map((one) => [one.account, 0n]));
  const { rows } = await sql<{ account: string; cents: bigint }>`
    select account, cents from ledger.lock_balances(
      ${accounts.map((one) => one.homeId)}::uuid[],
      ${accounts.map((one) => one.account)}::text[]
    )`.execute(tx);
  for (const { account, cents } of rows) balances.set(account, cents);
  return balances;
}

/** Reads the balance of one account in cents, in its own sign. Takes no lock, so use it only for display. */
export async function readBalance(db: Db, account: AccountRef): Promise<bigint> {
  const balances = await readBalances(db, [account]);
  return balances.get(account.account) ?? 0n;
}

/**
 * Reads balances in cents by account code, each in its account's own sign, from one snapshot. Takes no lock.
 * @throws if a code belongs to no kind of account, or if a strict account has no home in its code or from the caller
 */
export async function readBalances(db: Db, accounts: AccountRef[]): Promise<Map<string, bigint>> {
  const [only, ...others] = accounts;
  const own = only && others.length === 0 ? await readOwnBalance(db, only.account) : undefined;
  if (only && own !== undefined) return new Map([[only.account, own]]);
  const { rows } = await sql<{ account: string; cents: bigint }>`
    select account, cents from ledger.read_balances(
      ${accounts.map((one) => one.homeId ?? null)}::uuid[],
      ${accounts.map((one) => one.account)}::text[]
    )`.execute(db);
  return new Map(rows.map((row) => [row.account, row.cents]));
}

/**
 * Fast path for the most frequent read: one row of a wallet or voucher. Takes less than a quarter of the general
 * function's time.
 * @returns undefined for any other account
 */
async function readOwnBalance(db: Db, account: string): Promise<bigint | undefined> {
  const homeId = account.slice(-UUID_LENGTH);
  if (!UUID.test(homeId)) return undefined;
  const kind = account.slice(0, -UUID_LENGTH - ':'.length);
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce((
      select balance_cents from ledger.strict_balances where home_id = ${homeId} and account = ${account}
    ), 0) as cents
    from ledger.account_kinds where kind = ${kind} and mode = 'strict' and members = 'homes'`.execute(db);
  return rows[0]?.cents;
}

/**
 * Reads the balance of a strict account just before an instant, in cents: the balance stored with its last earlier
 * transfer.
 */
export async function balanceBefore(
  db: Db,
  account: { homeId: string; account: string },
  before: Date,
): Promise<bigint> {
  const half = (side: 'debit' | 'credit') => sql`(
    select posted_at, position, id, ${sql.ref(`${side}_balance_after_cents`)} as cents
    from ledger.transfers
    where ${sql.ref(side)} = ${account.account} and home_id = ${account.homeId}::uuid
      and posted_at < ${before}
    order by posted_at desc, position desc, id desc
    limit 1
  )`;
  const { rows } = await sql<{ cents: bigint | null }>`
    select cents from (${half('debit')} union all ${half('credit')}) as last
    order by posted_at desc, position desc, id desc
    limit 1`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/**
 * Reads the balance of any account just before an instant, in cents and in its own sign. Subtracts all later
 * transfers from the current balance, so the cost grows with their number.
 * @throws as `readBalances` does
 */
export async function balanceOn(db: Db, account: AccountRef, before: Date): Promise<bigint> {
  const { homeId = null, account: code } = account;
  const since = (side: 'debit' | 'credit') => sql`
    select case when k.side = ${side} then t.amount_cents else -t.amount_cents end as cents
    from ledger.transfers t join ledger.account_kinds k on k.kind = ledger.kind_of(${code})
    where ${sql.ref(`t.${side}`)} = ${code} and t.posted_at >= ${before}
      and (${homeId}::uuid is null or k.mode = 'lazy' or t.home_id = ${homeId}::uuid)`;
  return inSnapshot(db, async (tx) => {
    const nowCents = await readBalance(tx, account);
    const { rows } = await sql<{ cents: bigint }>`
      select coalesce(sum(cents), 0)::bigint as cents
      from (${since('debit')} union all ${since('credit')}) s`.execute(tx);
    return nowCents - (rows[0]?.cents ?? 0n);
  });
}

/** Folds the collected deltas of lazy accounts into their balance rows. Any number of folds may run at once. */
export function foldDeltas(db: Db): Promise<{ folded: number }> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ folded: bigint }>`select * from ledger.fold() as folded`.execute(tx);
    return { folded: Number(rows[0]?.folded ?? 0n) };
  });
}
