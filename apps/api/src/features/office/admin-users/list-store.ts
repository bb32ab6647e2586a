import { MOST_COUNTED, normaliseMsisdn, plainSymbols, type UserFilters } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { accountColumns, type AccountRow } from './store.ts';
import { UUID } from '../../../platform/ids.ts';

/** Possible meanings of a search term; several may apply. */
type Search = {
  /** For `like`: the beginning of an email address, in lower case. */
  beginning: string;
  /** For `like` on a reversed phone number: its last digits, in reverse order. */
  reversedEnd: string | null;
  userId: string | null;
};

const FEWEST_DIGITS = 3;
type Page = { after?: Place | undefined; limit: number };

/** Lists consumers, newest first. */
export async function listUsers(
  db: Db,
  filters: UserFilters,
  page: Page,
): Promise<(AccountRow & { place: Place })[]> {
  const { rows } = await usersPage(filters, page).execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.userId } }));
}

/**
 * Builds the SQL statement of `listUsers`, so that a test can check its query plan. It limits the rows before any
 * joins.
 */
export function usersPage(
  filters: UserFilters,
  { after, limit }: Page,
): RawBuilder<AccountRow & { instant: string }> {
  const isAfter = after
    ? sql`(u.created_at, u.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return sql<AccountRow & { instant: string }>`
    select ${accountColumns}, u.created_at::text as instant
    from (
      select * from users u where ${conditionOf(filters)} and ${isAfter}
      order by u.created_at desc, u.id desc limit ${limit}
    ) u
    order by u.created_at desc, u.id desc`;
}

/** @returns the number of consumers, at most `MOST_COUNTED` plus one */
export async function countUsers(db: Db, filters: UserFilters): Promise<number> {
  const { rows } = await usersCounted(filters).execute(db);
  return rows[0]?.count ?? 0;
}

/** Builds the SQL statement of `countUsers`, so that a test can check its query plan. */
export function usersCounted(filters: UserFilters): RawBuilder<{ count: number }> {
  return sql<{ count: number }>`
    select count(*)::int as count from (
      select from users u where ${conditionOf(filters)} limit ${MOST_COUNTED + 1}
    ) u`;
}

/** Closed accounts have no personal data, so they are listed only if the filter asks for this status. */
function conditionOf({ search, status, from, to }: UserFilters): RawBuilder<unknown> {
  const conditions = [status ? sql`u.status = ${status}` : sql`u.status <> 'DELETED'`];
  if (from) conditions.push(sql`u.created_at >= ${beginningOfNairobiDay(from)}`);
  if (to) conditions.push(sql`u.created_at < ${beginningOfNairobiDay(to)}::timestamptz + interval '1 day'`);
  if (search) conditions.push(searchCondition(search));
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Each of these conditions has its own index. */
function searchCondition(typed: string): RawBuilder<unknown> {
  const { beginning, reversedEnd, userId } = parseSearch(typed);
  const meant = [isNamed(sql`u.first_name || ' ' || u.last_name`, typed), sql`u.email like ${beginning}`];
  if (reversedEnd !== null) {
    meant.push(sql`reverse(u.phone_msisdn) like ${reversedEnd}`);
    meant.push(sql`reverse(u.pending_phone_msisdn) like ${reversedEnd}`);
  }
  if (userId !== null) meant.push(sql`u.id = ${userId}::uuid`);
  return sql`(${sql.join(meant, sql` or `)})`;
}

function parseSearch(typed: string): Search {
  const text = typed.trim().replaceAll(/\s+/gu, ' ').toLowerCase();
  const digits = normaliseMsisdn(text) ?? digitsOf(text);
  return {
    beginning: `${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`,
    reversedEnd: digits.length < FEWEST_DIGITS ? null : `${[...digits].toReversed().join('')}%`,
    userId: UUID.test(text) ? text : null,
  };
}

/** Returns the digits of a text that may be a part of a phone number. */
function digitsOf(text: string): string {
  const plain = plainSymbols(text);
  return /^\+?[\d\s().-]+$/u.test(plain) ? plain.replaceAll(/\D/gu, '') : '';
}
