import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { AccountRef } from './transfer.ts';

export type StatementEntry = {
  id: string;
  homeId: string;
  /** The other account of the transfer. */
  counterAccount: string;
  /** Change in the account's own sign: positive if its balance grew. */
  changeCents: bigint;
  /** Balance after the transfer; only for strict accounts. */
  balanceAfterCents?: bigint;
  kind: string;
  reference?: string;
  postedAt: Date;
};

export type Statement = { entries: StatementEntry[]; nextCursor?: string };

type Row = {
  id: string;
  homeId: string;
  counterAccount: string;
  changeCents: bigint;
  balanceAfterCents: bigint | null;
  kind: string;
  reference: string | null;
  postedAt: Date;
  instant: string;
  position: number;
};

/**
 * Lists the entries of one account, newest first by default. Every page costs the same.
 * @param account `homeId` is required for a strict account whose code does not contain it
 * @param page.before the `nextCursor` of the previous page
 * @param page.from omits earlier entries; `until` omits entries at that instant or later
 * @throws RangeError for a cursor that this function did not make
 */
export async function statement(
  db: Db,
  account: AccountRef,
  page: { before?: string; limit: number; from?: Date; until?: Date; isOldestFirst?: boolean },
): Promise<Statement> {
  const isOldestFirst = page.isOldestFirst === true;
  const order = isOldestFirst ? sql`asc` : sql`desc`;
  const beyond = isOldestFirst ? sql`>` : sql`<`;
  const half = (side: 'debit' | 'credit') => {
    const other = side === 'debit' ? 'credit' : 'debit';
    return sql`(
      select t.id, t.home_id, t.posted_at, t.position, t.kind, t.reference, ${sql.ref(`t.${other}`)} as other,
        case when k.side = ${side} then t.amount_cents else -t.amount_cents end as change_cents,
        ${sql.ref(`t.${side}_balance_after_cents`)} as balance_after_cents
      from ledger.transfers t
      join ledger.account_kinds k on k.kind = ledger.kind_of(${account.account})
      where ${sql.ref(`t.${side}`)} = ${account.account}
        ${account.homeId === undefined ? sql`` : sql`and (k.mode = 'lazy' or t.home_id = ${account.homeId}::uuid)`}
        ${page.from === undefined ? sql`` : sql`and t.posted_at >= ${page.from}`}
        ${page.until === undefined ? sql`` : sql`and t.posted_at < ${page.until}`}
        ${page.before === undefined ? sql`` : sql`and (t.posted_at, t.position, t.id) ${beyond} ${parseCursor(page.before)}`}
      order by t.posted_at ${order}, t.position ${order}, t.id ${order}
      limit ${page.limit + 1}
    )`;
  };
  const { rows } = await sql<Row>`
    select id, home_id as "homeId", other as "counterAccount", change_cents as "changeCents",
      balance_after_cents as "balanceAfterCents", kind, reference, posted_at as "postedAt",
      posted_at::text as instant, position
    from (${half('debit')} union all ${half('credit')}) as legs
    order by posted_at ${order}, position ${order}, id ${order}
    limit ${page.limit + 1}`.execute(db);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(toEntry),
    ...(last && rows.length > shown.length ? { nextCursor: makeCursor(last) } : {}),
  };
}

function toEntry({
  instant: _instant,
  position: _position,
  balanceAfterCents,
  reference,
  ...row
}: Row): StatementEntry {
  return { ...row, balanceAfterCents: balanceAfterCents ?? undefined, reference: reference ?? undefined };
}

// The database's own text of the timestamp. A JavaScript date would drop the microseconds that sort the entries.
function makeCursor({ instant, position, id }: Row): string {
  return Buffer.from([instant, position, id].join(' / ')).toString('base64url');
}

const CURSOR =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::\d\d)?) \/ (\d{1,9}) \/ ([\da-f-]{36})$/u;

function parseCursor(cursor: string) {
  const [, instant, position, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (instant === undefined) throw new RangeError('This is not a cursor of a statement.');
  return sql`(${instant}::timestamptz, ${position}::integer, ${id}::uuid)`;
}

export type FoundAccount = {
  account: string;
  side: 'debit' | 'credit';
  /** True if this kind has one account per user, voucher or merchant, so that the code alone has no balance. */
  isKindOfMany: boolean;
  /** Home of a strict account; undefined before its first transfer. */
  homeId?: string;
};

/**
 * Finds an account, or a kind of account, by its code.
 * @returns undefined if the code belongs to no kind, or to a member account without transfers
 */
export async function findAccount(db: Db, account: string): Promise<FoundAccount | undefined> {
  const { rows } = await sql<{
    side: 'debit' | 'credit';
    members: string;
    kind: string;
    homeId: string | null;
  }>`
    select k.kind, k.side, k.members, coalesce(
      (select home_id from ledger.transfers where debit = ${account} limit 1),
      (select home_id from ledger.transfers where credit = ${account} limit 1)
    ) as "homeId"
    from ledger.account_kinds k where k.kind = ledger.kind_of(${account})`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { side, members, kind, homeId } = found;
  if (kind === account) return { account, side, isKindOfMany: members !== 'one' };
  return members === 'one' || homeId === null ? undefined : { account, side, isKindOfMany: false, homeId };
}

/**
 * Sums the debits and the credits of an account within a time range, in cents.
 * @param range.notBefore a `nextCursor` of the account's statement, newest first: sums the lines before it
 * @throws RangeError for a cursor that `statement` did not make
 */
export async function sumOfPeriod(
  db: Db,
  account: string,
  { from, until, notBefore }: { from: Date; until: Date; notBefore?: string | undefined },
): Promise<{ debitCents: bigint; creditCents: bigint }> {
  const place =
    notBefore === undefined ? sql`` : sql`and (posted_at, position, id) >= ${parseCursor(notBefore)}`;
  const sumOf = (side: 'debit' | 'credit') => sql`(
    select coalesce(sum(amount_cents), 0)::bigint from ledger.transfers
    where ${sql.ref(side)} = ${account} and posted_at >= ${from} and posted_at < ${until} ${place}
  )`;
  const { rows } = await sql<{ debitCents: bigint; creditCents: bigint }>`
    select ${sumOf('debit')} as "debitCents", ${sumOf('credit')} as "creditCents"`.execute(db);
  return rows[0] ?? { debitCents: 0n, creditCents: 0n };
}
