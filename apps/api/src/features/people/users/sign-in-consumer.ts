import type { SignedIn } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { secondFactorOrPasskeyOf } from '../passkeys/index.ts';
import { signIn, type ProvenCandidate, type SignInCandidate, type SignInProof } from '../sessions/index.ts';
import { findCredentials, readOwnCredentials, type Credentials } from './credentials-store.ts';

type SignInDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;

/**
 * Signs a consumer in.
 * @throws Refusal `invalid_credentials`, `too_many_requests`, `overloaded`; with the right password only:
 * `account_frozen`, `two_factor_required`, `otp_invalid`, `passkey_refused`
 */
export async function signInConsumer(
  deps: SignInDeps,
  request: SignInProof & { /** Email address, or verified phone number as 254XXXXXXXXX. */ email: string },
): Promise<SignedIn> {
  const { email: name, ...rest } = request;
  return signIn(deps, {
    ...rest,
    audience: 'consumer',
    account: name,
    canMeanTwo: name.includes('@'),
    find: async () => {
      const [known, newcomer] = await findCredentials(deps.db, name);
      if (!known) return undefined;
      return {
        ...(await candidateOf(deps, known)),
        ...(newcomer && { otherwise: await candidateOf(deps, newcomer) }),
      };
    },
  });
}

/** Finds the consumer whom a passkey belongs to, as a candidate for the sign-in. */
export async function findConsumerById(db: Db, userId: string): Promise<ProvenCandidate | undefined> {
  const known = await readOwnCredentials(db, userId);
  return known && provenCandidate(known);
}

async function candidateOf(deps: SignInDeps, known: Credentials): Promise<SignInCandidate> {
  const { passwordHash } = known;
  return {
    ...provenCandidate(known),
    passwordHash,
    ...(await secondFactorOrPasskeyOf(deps, { ...known, audience: 'consumer' })),
  };
}

function provenCandidate({ id, sessionVersion, status }: Credentials): ProvenCandidate {
  return { subjectId: id, sessionVersion, ...(status === 'FROZEN' && { refusal: 'account_frozen' }) };
}
