import type { SignedIn } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { secondFactorOf } from '../credentials/index.ts';
import { signIn, type SignInCandidate, type SignInProof } from '../sessions/index.ts';
import { readAdministratorCredentials } from './store.ts';

/**
 * @throws Refusal `invalid_credentials`, for a disabled administrator too, `too_many_requests`, `overloaded`; for the
 *   right password only `temporary_password_expired`, `two_factor_required`, `otp_invalid`
 */
export async function signInAdministrator(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: SignInProof & { email: string },
): Promise<SignedIn> {
  const { email, ...rest } = request;
  return signIn(deps, { ...rest, audience: 'admin', account: email, find: () => findCandidate(deps, email) });
}

async function findCandidate(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  email: string,
): Promise<SignInCandidate | undefined> {
  const known = await readAdministratorCredentials(deps.db, email);
  if (!known) return undefined;
  const { id, passwordHash, sessionVersion, isPasswordExpired } = known;
  return {
    subjectId: id,
    passwordHash,
    sessionVersion,
    isDisabled: known.status !== 'ACTIVE',
    ...(isPasswordExpired && { refusal: 'temporary_password_expired' }),
    ...(await secondFactorOf(deps, { id, email, language: 'en' })),
  };
}
