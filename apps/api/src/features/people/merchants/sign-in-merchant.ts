import type { SignedIn } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { secondFactorOrPasskeyOf } from '../passkeys/index.ts';
import { signIn, type ProvenCandidate, type SignInCandidate, type SignInProof } from '../sessions/index.ts';
import { findMember, readMember, type Member } from './member-store.ts';

type SignInDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;

/**
 * Signs in the owner (`DUKA001`) or a staff member (`DUKA001.JUMA`).
 * @throws Refusal `invalid_credentials` (for a disabled member too), `too_many_requests`, `overloaded`; with the right
 * password only: `merchant_not_active`, `temporary_password_expired`, `two_factor_required`, `otp_invalid`,
 * `passkey_refused`
 */
export async function signInMerchant(
  deps: SignInDeps,
  request: SignInProof & { merchantCode: string },
): Promise<SignedIn> {
  const { merchantCode, ...rest } = request;
  return signIn(deps, {
    ...rest,
    audience: 'merchant',
    account: merchantCode,
    find: () => findCandidate(deps, merchantCode),
  });
}

/** Finds the owner or staff member whom a passkey belongs to, as a candidate for the sign-in. */
export async function findMerchantMemberById(db: Db, staffId: string): Promise<ProvenCandidate | undefined> {
  const known = await readMember(db, staffId);
  return known && provenCandidate(known);
}

async function findCandidate(deps: SignInDeps, signInCode: string): Promise<SignInCandidate | undefined> {
  const known = await findMember(deps.db, signInCode);
  if (!known) return undefined;
  const { staffId: id, passwordHash, email } = known;
  return {
    ...provenCandidate(known),
    passwordHash,
    ...(await secondFactorOrPasskeyOf(deps, { id, email, language: 'en', audience: 'merchant' })),
  };
}

function provenCandidate(known: Member): ProvenCandidate {
  const { staffId, sessionVersion, status } = known;
  const refusal = refusalOf(known);
  return {
    subjectId: staffId,
    sessionVersion,
    isDisabled: status === 'DISABLED',
    ...(refusal && { refusal }),
  };
}

function refusalOf({ merchantStatus, isPasswordExpired }: Member): SignInCandidate['refusal'] {
  if (merchantStatus !== 'ACTIVE' && merchantStatus !== 'PENDING') return 'merchant_not_active';
  return isPasswordExpired ? 'temporary_password_expired' : undefined;
}
