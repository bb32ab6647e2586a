import type { SignedIn } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { secondFactorOf } from '../credentials/index.ts';
import { signIn, type SignInCandidate, type SignInProof } from '../sessions/index.ts';
import { findMember, type Member } from './member-store.ts';

/**
 * Signs in the owner (`DUKA001`) or a member of staff (`DUKA001.JUMA`).
 * @throws Refusal `invalid_credentials`, for a disabled member too, `too_many_requests`, `overloaded`; for the right
 *   password only `merchant_not_active`, `temporary_password_expired`, `two_factor_required`, `otp_invalid`
 */
export async function signInMerchant(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
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

async function findCandidate(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  signInCode: string,
): Promise<SignInCandidate | undefined> {
  const known = await findMember(deps.db, signInCode);
  if (!known) return undefined;
  const { staffId, passwordHash, sessionVersion, email } = known;
  const refusal = refusalOf(known);
  return {
    subjectId: staffId,
    passwordHash,
    sessionVersion,
    isDisabled: known.status === 'DISABLED',
    ...(refusal && { refusal }),
    ...(await secondFactorOf(deps, { id: staffId, email, language: 'en' })),
  };
}

function refusalOf({ merchantStatus, isPasswordExpired }: Member): SignInCandidate['refusal'] {
  if (merchantStatus !== 'ACTIVE' && merchantStatus !== 'PENDING') return 'merchant_not_active';
  return isPasswordExpired ? 'temporary_password_expired' : undefined;
}
