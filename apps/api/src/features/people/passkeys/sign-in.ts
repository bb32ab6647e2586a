import type { PasskeyAnswer, PasskeyRequest, SignedIn } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { secondFactorOf, type Holder } from '../credentials/index.ts';
import {
  atMost,
  clearAttempts,
  countAttempts,
  growingDelay,
  recordAdministratorFailure,
  openSession,
  inConstantTime,
  uncountAttempt,
  type ProvenCandidate,
  type SessionAudience,
  type SignInArrival,
  type SignInCandidate,
} from '../sessions/index.ts';
import { passkeyPlace } from './challenges.ts';
import { checkPasskeyAnswer, passkeyRequestFor } from './check-answer.ts';
import { readPasskeys } from './store.ts';

type SignInDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;

// A passkey cannot be guessed, but each try costs a signature check. Many people share an IP address, so the
// delay stays short.
const FROM_ONE_ADDRESS = growingDelay({ free: 50, longestSeconds: 10, forgottenAfterSeconds: 3_600 });
const TRIES_AN_HOUR = atMost(10, 3_600);

/**
 * Returns the options with which a browser signs in by a passkey, for any account.
 * @throws Refusal `passkeys_unavailable`
 */
export async function passkeySignInOptions(
  deps: Pick<Deps, 'keys' | 'clock' | 'config'>,
  audience: SessionAudience,
): Promise<{ options: PasskeyRequest; origin: string }> {
  const use = { purpose: 'sign-in', audience, subjectId: null, sessionId: null } as const;
  return { options: await passkeyRequestFor(deps, use), origin: passkeyPlace(deps).origin };
}

/**
 * Opens a session for a passkey. A passkey counts as both factors: the user has the device, and the device
 * verified the user.
 * @throws Refusal `passkey_refused`, for a disabled account too, `too_many_requests`, `passkeys_unavailable`,
 * or the candidate's own refusal
 */
export async function signInByPasskey(
  deps: SignInDeps,
  request: SignInArrival & {
    audience: SessionAudience;
    passkey: PasskeyAnswer;
    find: (subjectId: string) => Promise<ProvenCandidate | undefined>;
  },
): Promise<SignedIn> {
  const { audience, passkey, address, find } = request;
  return inConstantTime(async () => {
    const words = ['passkey-sign-in', audience, networkOf(address)];
    await countTry(deps, { words, rule: FROM_ONE_ADDRESS, audience });
    const use = { purpose: 'sign-in', audience, subjectId: null, sessionId: null } as const;
    const checked = await checkPasskeyAnswer(deps, passkey, use);
    const candidate = checked.isRight ? await find(checked.subjectId) : undefined;
    if (!candidate) {
      const account = checked.subjectId;
      const reason = checked.isRight ? 'no-account' : checked.reason;
      securityEvent('sign-in.failed', { audience, account, what: 'passkey', reason });
      if (audience === 'admin') await recordAdministratorFailure(deps.db, account ?? null, 'sign-in-failed');
      throw new Refusal('passkey_refused');
    }
    await uncountAttempt(deps.db, deps.keys, ...words);
    return openProvenSession(deps, request, candidate);
  });
}

/**
 * Opens a session for an account that a passkey has proven.
 * @throws Refusal `passkey_refused` for a disabled account, as if there were none, or the candidate's own refusal
 */
async function openProvenSession(
  deps: SignInDeps,
  request: SignInArrival & { audience: SessionAudience },
  candidate: ProvenCandidate,
): Promise<SignedIn> {
  const about = { audience: request.audience, account: candidate.subjectId, what: 'passkey' };
  const refused = candidate.isDisabled ? 'passkey_refused' : candidate.refusal;
  if (refused) {
    const reason = candidate.isDisabled ? 'disabled' : refused;
    securityEvent('sign-in.refused', { ...about, reason });
    throw new Refusal(refused);
  }
  const signedIn = await openSession(deps, request, candidate);
  securityEvent('sign-in.ok', about);
  return signedIn;
}

/**
 * Returns the second factor that a sign-in needs, as `secondFactorOf` does, and the passkey that can replace
 * its code.
 */
export async function secondFactorOrPasskeyOf(
  deps: SignInDeps,
  holder: Pick<Holder, 'id' | 'email' | 'language' | 'audience'>,
): Promise<Pick<SignInCandidate, 'takeSecondFactor' | 'passkey'>> {
  const factor = await secondFactorOf(deps, holder);
  if (!factor.takeSecondFactor) return {};
  const passkey = await passkeyOf(deps, holder, { purpose: 'second-factor', sessionId: null });
  return { ...factor, ...(passkey && { passkey }) };
}

/**
 * Returns functions that request and check a passkey of the account; undefined if it has no passkey.
 * @param use.purpose all purposes share the count of wrong answers
 */
export async function passkeyOf(
  deps: SignInDeps,
  { audience, id: subjectId }: Pick<Holder, 'id' | 'audience'>,
  { purpose, sessionId }: { purpose: 'second-factor' | 'step-up'; sessionId: string | null },
): Promise<SignInCandidate['passkey']> {
  const passkeys = await readPasskeys(deps.db, { audience, subjectId });
  if (passkeys.length === 0) return undefined;
  const use = { purpose, audience, subjectId, sessionId } as const;
  return {
    options: async () => passkeyRequestFor(deps, use, passkeys),
    take: async (answer) => {
      const words = ['passkey-second-factor', subjectId];
      await countTry(deps, { words, rule: TRIES_AN_HOUR, audience, account: subjectId });
      const checked = await checkPasskeyAnswer(deps, answer, use);
      if (!checked.isRight) {
        const { reason } = checked;
        securityEvent('code.wrong', { audience, account: subjectId, what: 'passkey', reason });
        throw new Refusal('passkey_refused');
      }
      await clearAttempts(deps.db, deps.keys, ...words);
    },
  };
}

async function countTry(
  deps: SignInDeps,
  counted: {
    words: string[];
    rule: ReturnType<typeof atMost>;
    audience: SessionAudience;
    account?: string;
  },
): Promise<void> {
  const { audience, account, ...attempt } = counted;
  const waitSeconds = await countAttempts(deps, [attempt]);
  if (waitSeconds === 0) return;
  securityEvent('locked-out', { audience, account, what: 'passkey' });
  throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
}
