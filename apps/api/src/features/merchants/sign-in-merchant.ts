import type { TokenPair } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { signIn, type SignInCandidate } from '../sessions/index.ts';
import { readStaffCredentials } from './store.ts';

/**
 * Signs in the owner (`DUKA001`) or a member of staff (`DUKA001.JUMA`).
 * @throws Refusal `invalid_credentials`, `merchant_not_active` (for the right password only), `too_many_requests`,
 *   `overloaded`
 */
export async function signInMerchant(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: {
    merchantCode: string;
    password: string;
    rememberMe: boolean;
    address: string;
    userAgent: string;
  },
): Promise<TokenPair> {
  const { merchantCode, ...rest } = request;
  return signIn(deps, {
    ...rest,
    audience: 'merchant',
    account: merchantCode,
    find: () => findCandidate(deps, merchantCode),
  });
}

async function findCandidate(deps: Pick<Deps, 'db'>, typed: string): Promise<SignInCandidate | undefined> {
  const [merchantCode = '', handle = null] = typed.split('.');
  const known = await readStaffCredentials(deps.db, merchantCode, handle);
  if (!known) return undefined;
  const { staffId, passwordHash, sessionVersion, merchantStatus } = known;
  const maySignIn = merchantStatus === 'ACTIVE' || merchantStatus === 'PENDING';
  return {
    subjectId: staffId,
    passwordHash,
    sessionVersion,
    ...(!maySignIn && { refusal: 'merchant_not_active' }),
  };
}
