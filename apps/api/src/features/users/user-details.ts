import type { User } from '@zawadi/contract';
import { isSameSecret } from '../../platform/crypto/keys.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readUser } from './store.ts';

/**
 * The signed-in consumer.
 * @throws Refusal `unauthenticated` when a token in the body is not the bearer, or the account is gone
 */
export async function userDetailsOf(
  deps: Pick<Deps, 'db'>,
  request: { userId: string; bearer: string | undefined; accessToken: string | undefined },
): Promise<User> {
  const { userId, bearer, accessToken } = request;
  if (accessToken !== undefined && !isSameSecret(accessToken, bearer ?? ''))
    throw new Refusal('unauthenticated');
  const user = await readUser(deps.db, userId);
  if (!user) throw new Refusal('unauthenticated');
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phoneNumber: user.phoneMsisdn,
    role: { name: 'ROLE_USER' },
    notifications: user.notifications,
    emailAlerts: user.emailAlerts,
    emailVerified: user.emailVerified,
    phoneVerified: user.phoneVerified,
    status: user.status,
  };
}
