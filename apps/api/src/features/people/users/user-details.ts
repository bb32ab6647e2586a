import { addressOf, nameWords, readPicture, type User, type WalletFreeze } from '@zawadi/contract';
import { isSameSecret } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readProfileFacts } from './profile-store.ts';
import { hasEmail, readUser, shownEmailOf, type UserRecord } from './store.ts';

/**
 * Describes the signed-in consumer, whose request may repeat the token in its body.
 * @throws Refusal `unauthenticated` when a token in the body is not the bearer, or the account is gone
 */
export async function userDetailsOf(
  deps: Pick<Deps, 'db'>,
  request: { userId: string; bearer: string | undefined; accessToken: string | undefined },
): Promise<User> {
  refuseOtherToken(request);
  return describeUser(deps.db, request.userId);
}

/**
 * Checks that a token in the body, if any, equals the bearer token.
 * @throws Refusal `unauthenticated`
 */
export function refuseOtherToken(request: {
  bearer: string | undefined;
  accessToken: string | undefined;
}): void {
  const { bearer, accessToken } = request;
  if (accessToken !== undefined && !isSameSecret(accessToken, bearer ?? ''))
    throw new Refusal('unauthenticated');
}

/** @throws Refusal `unauthenticated` when the account is gone */
export async function describeUser(db: Db, userId: string): Promise<User> {
  const user = await readUser(db, userId);
  if (!user) throw new Refusal('unauthenticated');
  const facts = await readProfileFacts(db, userId);
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: shownEmailOf(user),
    phoneNumber: user.phoneMsisdn,
    role: { name: 'ROLE_USER' },
    notifications: user.notifications,
    emailAlerts: user.emailAlerts,
    emailVerified: user.emailVerified,
    phoneVerified: user.phoneVerified,
    status: user.status,
    language: user.language,
    pendingEmail: hasEmail(user) ? user.pendingEmail : null,
    pendingPhone: user.phoneVerified ? user.pendingPhoneMsisdn : null,
    nameVerified: facts.registeredName !== null && isSameName(user, facts.registeredName),
    twoFactorEnabled: facts.hasSecondFactor,
    walletFreeze: describeFreeze(user),
    pictureUrl: facts.pictureName === null ? null : pictureAddress(facts.pictureName),
  };
}

/**
 * Describes the freeze of a wallet.
 * @returns null while the wallet is open
 */
export function describeFreeze({
  walletFrozenAt,
  walletFrozenBy,
  walletOpensAt,
}: Pick<UserRecord, 'walletFrozenAt' | 'walletFrozenBy' | 'walletOpensAt'>): WalletFreeze | null {
  if (!walletFrozenAt || !walletFrozenBy) return null;
  return {
    since: walletFrozenAt.toISOString(),
    by: walletFrozenBy,
    opensAt: walletOpensAt?.toISOString() ?? null,
  };
}

/** Returns the URL of a profile picture. */
export function pictureAddress(name: string): string {
  return addressOf(readPicture, { params: { name } });
}

/**
 * Returns whether first and last name are both words of M-PESA's registered name. The registered name also
 * has middle names, in capitals without accents.
 */
export function isSameName(person: { firstName: string; lastName: string }, registeredName: string): boolean {
  const registered = new Set(nameWords(registeredName));
  const first = nameWords(person.firstName);
  const last = nameWords(person.lastName);
  return first.length > 0 && last.length > 0 && [...first, ...last].every((word) => registered.has(word));
}

/** Returns whether the registered names of two phone numbers at M-PESA have the same words, in any order. */
export function isSameRegisteredName(one: string, other: string): boolean {
  const words = nameWords(one).toSorted();
  return words.length > 0 && words.join(' ') === nameWords(other).toSorted().join(' ');
}
