import { maskEmail, maskMsisdn, shillingsOf, type AdminUser, type UserLock } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { describeLostContacts } from '../../people/lost-contacts/index.ts';
import { readLocks } from '../../people/sessions/index.ts';
import { describeFreeze, isSameName, readProfileFacts, readUser } from '../../people/users/index.ts';
import { readPinState } from '../../money/ussd/index.ts';
import { describeListed } from './list-users.ts';
import { readDetail, readFreeze, type DetailRow } from './store.ts';
import { watchedOf } from './watched.ts';

/**
 * Reads a consumer's account for administrators.
 * @throws Refusal `not_found`
 */
export async function describeUser(deps: Pick<Deps, 'db' | 'keys'>, userId: string): Promise<AdminUser> {
  const row = await readDetail(deps.db, userId);
  if (!row) throw new Refusal('not_found');
  const [facts, locks, freeze, user, lostContacts, ussdPin] = await Promise.all([
    readProfileFacts(deps.db, userId),
    locksOf(deps, row),
    row.status === 'FROZEN' ? readFreeze(deps.db, userId) : undefined,
    readUser(deps.db, userId),
    describeLostContacts(deps.db, userId),
    readPinState(deps.db, userId),
  ]);
  return {
    ...describeListed(row),
    pendingEmail: row.pendingEmail === null ? undefined : maskEmail(row.pendingEmail),
    pendingPhone:
      row.phoneVerified && row.pendingPhoneMsisdn !== null ? maskMsisdn(row.pendingPhoneMsisdn) : undefined,
    registeredName: facts.registeredName ?? undefined,
    nameVerified: facts.registeredName !== null && isSameName(row, facts.registeredName),
    twoFactorEnabled: facts.hasSecondFactor,
    notifications: row.notifications,
    emailAlerts: row.emailAlerts,
    language: row.language,
    passwordChangedAt: row.passwordChangedAt?.toISOString(),
    phoneChangedAt: row.phoneChangedAt?.toISOString(),
    closedAt: row.deletedAt?.toISOString(),
    walletFreeze: (user && describeFreeze(user)) ?? undefined,
    lostContacts,
    ussdPin,
    frozen: freeze && { ...freeze, at: freeze.at.toISOString() },
    onItsWay: shillingsOf(row.onItsWayCents),
    openPayments: row.openPayments,
    vouchersBought: row.vouchersBought,
    vouchersReceived: row.vouchersReceived,
    locks,
  };
}

/** Lists the user's limits with counted attempts, the longest wait first. */
async function locksOf(deps: Pick<Deps, 'db' | 'keys'>, row: DetailRow): Promise<UserLock[]> {
  const watched = watchedOf(row);
  const found = await readLocks(deps, watched);
  const kinds = Object.keys(watched) as UserLock['kind'][];
  return kinds
    .map((kind) => ({ kind, ...found[kind] }))
    .filter(({ tries }) => tries > 0)
    .toSorted((left, right) => right.waitSeconds - left.waitSeconds);
}
