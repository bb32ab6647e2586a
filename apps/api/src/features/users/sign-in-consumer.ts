import type { SignedIn } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { secondFactorOf } from '../credentials/index.ts';
import { signIn, type SignInCandidate, type SignInProof } from '../sessions/index.ts';
import { readCredentials } from './store.ts';

/**
 * @throws Refusal `invalid_credentials`, `too_many_requests`, `overloaded`; for the right password only
 *   `account_frozen`, `two_factor_required`, `otp_invalid`
 */
export async function signInConsumer(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: SignInProof & { email: string },
): Promise<SignedIn> {
  const { email, ...rest } = request;
  return signIn(deps, {
    ...rest,
    audience: 'consumer',
    account: email,
    find: () => findCandidate(deps, email),
  });
}

async function findCandidate(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  email: string,
): Promise<SignInCandidate | undefined> {
  const known = await readCredentials(deps.db, email);
  if (!known) return undefined;
  const { id, passwordHash, sessionVersion, status } = known;
  return {
    subjectId: id,
    passwordHash,
    sessionVersion,
    ...(status === 'FROZEN' && { refusal: 'account_frozen' }),
    ...(await secondFactorOf(deps, known)),
  };
}
