import {
  MOST_COUNTED,
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type adminListUsers,
  type ListedUser,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { countUsers, listUsers } from './list-store.ts';
import type { AccountRow } from './store.ts';

/** @throws Refusal validation_failed for an invalid cursor */
export async function pageOfUsers(
  db: Db,
  query: HandlerInput<typeof adminListUsers>['query'],
): Promise<HandlerAnswer<typeof adminListUsers>> {
  const { cursor, limit, ...filters } = query;
  const after = parseCursor(cursor);
  const [found, count] = await Promise.all([
    listUsers(db, filters, { after, limit: limit + 1 }),
    countUsers(db, filters),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    users: shown.map(describeListed),
    nextCursor,
    total: { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED },
  };
}

export function describeListed(row: AccountRow): ListedUser {
  const { userId, firstName, lastName, email, emailVerified, phoneVerified, status } = row;
  return {
    userId,
    firstName,
    lastName,
    email,
    emailVerified,
    phoneNumber: row.phoneMsisdn ?? '',
    phoneVerified,
    status,
    walletBalance: shillingsOf(row.walletCents),
    createdAt: row.createdAt.toISOString(),
    lastLogin: row.lastLoginAt?.toISOString(),
  };
}
