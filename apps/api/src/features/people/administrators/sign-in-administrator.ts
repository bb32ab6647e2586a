import type { SignedIn } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { secondFactorOrPasskeyOf } from '../passkeys/index.ts';
import { signIn, type ProvenCandidate, type SignInCandidate, type SignInProof } from '../sessions/index.ts';
import { readAdministratorCredentials, readOwnCredentials, type AdministratorCredentials } from './store.ts';

type SignInDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;

/**
 * Signs an administrator in.
 * @throws Refusal `invalid_credentials` (for a disabled administrator too), `too_many_requests`, `overloaded`; with
 * the right password only: `temporary_password_expired`, `two_factor_required`, `otp_invalid`, `passkey_refused`
 */
export async function signInAdministrator(
  deps: SignInDeps,
  request: SignInProof & { email: string },
): Promise<SignedIn> {
  const { email, ...rest } = request;
  return signIn(deps, { ...rest, audience: 'admin', account: email, find: () => findCandidate(deps, email) });
}

/** Finds the administrator whom a passkey belongs to, as a candidate for the sign-in. */
export async function findAdministratorById(
  db: Db,
  administratorId: string,
): Promise<ProvenCandidate | undefined> {
  const known = await readOwnCredentials(db, administratorId);
  return known && provenCandidate(known);
}

async function findCandidate(deps: SignInDeps, email: string): Promise<SignInCandidate | undefined> {
  const known = await readAdministratorCredentials(deps.db, email);
  if (!known) return undefined;
  const { id, passwordHash } = known;
  return {
    ...provenCandidate(known),
    passwordHash,
    ...(await secondFactorOrPasskeyOf(deps, { id, email, language: 'en', audience: 'admin' })),
  };
}

function provenCandidate(known: AdministratorCredentials): ProvenCandidate {
  const { id, sessionVersion, status, isPasswordExpired } = known;
  return {
    subjectId: id,
    sessionVersion,
    isDisabled: status !== 'ACTIVE',
    ...(isPasswordExpired && { refusal: 'temporary_password_expired' }),
  };
}
