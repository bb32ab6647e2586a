import type { RefusalCode, TokenPair } from '@zawadi/contract';
import { randomToken, tokenHash } from '../../platform/crypto/keys.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { clearAttempts, countAttempts, growingDelay, uncountAttempt, type Attempt } from './attempts.ts';
import type { Watched } from './locks.ts';
import { issueTokens } from './issue-tokens.ts';
import { isPasswordOf } from './passwords.ts';
import { insertSession, isKnownAddress, readLiveSession, type SessionAudience } from './session-store.ts';
import { steadily } from './steadily.ts';
import { tellOtherDevices } from './tell-other-devices.ts';

const LIFETIME_HOURS = 24;
const REMEMBERED_LIFETIME_HOURS = 30 * 24;

const FROM_ONE_ADDRESS = growingDelay({ free: 10, longestSeconds: 900, forgottenAfterSeconds: 86_400 });
// Guesses at one account from everywhere. The owner's usual address does not count, or anybody could keep
// the owner out.
const FROM_EVERYWHERE = growingDelay({ free: 50, longestSeconds: 60, forgottenAfterSeconds: 3_600 });

/** The account somebody wants to sign in to. */
export type SignInCandidate = {
  subjectId: string;
  passwordHash: string;
  sessionVersion: number;
  /** Why the right password is not enough. */
  refusal?: RefusalCode;
  /** Takes a code of the second factor, or refuses it. Absent when the password is enough. */
  takeSecondFactor?: (code: string) => Promise<void>;
};

/** What is typed besides the account, and from where. */
export type SignInProof = {
  password: string;
  /** A code of the authenticator app, or a recovery code. */
  otp?: string | undefined;
  rememberMe: boolean;
  address: string;
  userAgent: string;
};

type SignInRequest = SignInProof & {
  audience: SessionAudience;
  /** As typed, in one canonical spelling: e-mail or merchant code. */
  account: string;
  find: () => Promise<SignInCandidate | undefined>;
};

/**
 * Opens a session for the right password. Neither the answer nor its time tells whether the account exists.
 * @throws Refusal `invalid_credentials`, `two_factor_required`, `otp_invalid`, `too_many_requests`, `overloaded`, or
 *   the candidate's own
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: SignInRequest,
): Promise<TokenPair> {
  return steadily(async () => {
    const candidate = await request.find();
    await countSignIn(deps, request, candidate);
    const isRight = await checkPassword(deps, request, candidate);
    if (!isRight || !candidate) throw new Refusal('invalid_credentials');
    await forgiveSignIn(deps, request);
    if (candidate.refusal) throw new Refusal(candidate.refusal);
    await checkSecondFactor(request, candidate);
    return openSession(deps, request, candidate);
  });
}

/** Forgets the guesses at an account, from one address and from everywhere: its owner has shown to be the owner. */
export async function forgiveAllSignIns(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: Pick<SignInRequest, 'audience' | 'account' | 'address'>,
): Promise<void> {
  await clearAttempts(deps.db, deps.keys, ...fromOneAddress(request));
  await clearAttempts(deps.db, deps.keys, ...fromEverywhere(request));
}

/** What makes somebody wait who has guessed, from wherever. */
export function watchedSignIns(request: Pick<SignInRequest, 'audience' | 'account'>): Watched[] {
  return [
    { account: ofAccount(request), rule: FROM_ONE_ADDRESS },
    { words: fromEverywhere(request), rule: FROM_EVERYWHERE },
  ];
}

async function countSignIn(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: SignInRequest,
  candidate: SignInCandidate | undefined,
): Promise<void> {
  const { audience, address } = request;
  const isKnown = await isKnownAddress(deps.db, { audience, id: candidate?.subjectId ?? null, address });
  const attempts: Attempt[] = [
    { words: fromOneAddress(request), rule: FROM_ONE_ADDRESS, account: ofAccount(request) },
  ];
  if (!isKnown) attempts.push({ words: fromEverywhere(request), rule: FROM_EVERYWHERE });
  const waitSeconds = await countAttempts(deps, attempts);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
}

async function checkPassword(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: SignInRequest,
  candidate: SignInCandidate | undefined,
): Promise<boolean> {
  try {
    return await isPasswordOf(candidate?.passwordHash, request.password);
  } catch (error) {
    // Nothing was guessed: being busy is our fault.
    await uncountAttempt(deps.db, deps.keys, ...fromOneAddress(request));
    await uncountAttempt(deps.db, deps.keys, ...fromEverywhere(request));
    throw error;
  }
}

async function checkSecondFactor(request: SignInRequest, candidate: SignInCandidate): Promise<void> {
  if (!candidate.takeSecondFactor) return;
  if (request.otp === undefined) throw new Refusal('two_factor_required');
  try {
    await candidate.takeSecondFactor(request.otp);
  } catch (error) {
    const isWrong = error instanceof Refusal && error.code === 'verification_code_invalid';
    throw isWrong ? new Refusal('otp_invalid') : error;
  }
}

// One success must not wash away what others are guessing from elsewhere.
async function forgiveSignIn(deps: Pick<Deps, 'db' | 'keys'>, request: SignInRequest): Promise<void> {
  await clearAttempts(deps.db, deps.keys, ...fromOneAddress(request));
  await uncountAttempt(deps.db, deps.keys, ...fromEverywhere(request));
}

function fromOneAddress({
  audience,
  account,
  address,
}: Pick<SignInRequest, 'audience' | 'account' | 'address'>) {
  return ['sign-in', audience, account, address];
}

function ofAccount({ audience, account }: Pick<SignInRequest, 'audience' | 'account'>) {
  return ['sign-in-of', audience, account];
}

function fromEverywhere({ audience, account }: Pick<SignInRequest, 'audience' | 'account'>) {
  return ['sign-in', audience, account];
}

async function openSession(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: SignInRequest,
  candidate: SignInCandidate,
): Promise<TokenPair> {
  const id = newId();
  const refreshToken = randomToken(32);
  await insertSession(deps.db, {
    id,
    audience: request.audience,
    subjectId: candidate.subjectId,
    version: candidate.sessionVersion,
    address: request.address,
    userAgent: request.userAgent,
    lifetimeHours: request.rememberMe ? REMEMBERED_LIFETIME_HOURS : LIFETIME_HOURS,
    tokenHash: tokenHash(refreshToken),
  });
  const session = await readLiveSession(deps.db, id);
  // The account was frozen or got another password since the password was checked.
  if (!session) throw new Refusal('invalid_credentials');
  if (session.audience === 'consumer') await tellOtherDevices(deps, { ...request, ...session });
  return issueTokens(deps, session, refreshToken);
}
