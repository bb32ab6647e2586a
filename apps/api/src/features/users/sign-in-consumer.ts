import type { TokenPair } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { signIn, type SignInCandidate } from '../sessions/index.ts';
import { readCredentials } from './store.ts';

/** @throws Refusal `invalid_credentials`, `account_frozen` (for the right password only), `too_many_requests`, `overloaded` */
export async function signInConsumer(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: { email: string; password: string; rememberMe: boolean; address: string; userAgent: string },
): Promise<TokenPair> {
  const { email, ...rest } = request;
  return signIn(deps, {
    ...rest,
    audience: 'consumer',
    account: email,
    find: () => findCandidate(deps, email),
  });
}

async function findCandidate(deps: Pick<Deps, 'db'>, email: string): Promise<SignInCandidate | undefined> {
  const known = await readCredentials(deps.db, email);
  if (!known) return undefined;
  const { id, passwordHash, sessionVersion, status } = known;
  return {
    subjectId: id,
    passwordHash,
    sessionVersion,
    ...(status === 'FROZEN' && { refusal: 'account_frozen' }),
  };
}
