import type { PasskeyAnswer, PasskeyRequest, RefusalCode, SignedIn } from '@zawadi/contract';
import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { accountHash, securityEvent } from '../../../http/security-events.ts';
import { clearAttempts, countAttempts, uncountAttempt } from './attempts.ts';
import { isKnownDevice, rememberDevice } from './known-device-store.ts';
import { issueTokens } from './access-tokens.ts';
import { isPasswordOf, inConstantTime } from './passwords.ts';
import {
  insertSession,
  isKnownAddress,
  recordAdministratorFailure,
  readLiveSession,
  type SessionAudience,
} from './session-store.ts';
import { notifyOtherDevices } from './devices.ts';
import {
  FROM_EVERYWHERE,
  FROM_ONE_PLACE,
  fromDevice,
  fromEverywhere,
  fromOnePlace,
  ofAccount,
} from './sign-in-attempts.ts';

const LIFETIME_HOURS = 24;
const REMEMBERED_LIFETIME_HOURS = 30 * 24;

/** The account that a sign-in may open. */
export type SignInCandidate = {
  subjectId: string;
  passwordHash: string;
  sessionVersion: number;
  /** Refusal after the right password, such as for a frozen account. */
  refusal?: RefusalCode;
  /** Whether the account is disabled; a sign-in to it is answered as to an unknown account. */
  isDisabled?: boolean;
  /** Checks a code of the second factor. Undefined if the password is enough. */
  takeSecondFactor?: (code: string) => Promise<void>;
  /** Requests and checks a passkey in place of the code. Undefined if the account has none. */
  passkey?: { options: () => Promise<PasskeyRequest>; take: (answer: PasskeyAnswer) => Promise<void> };
  /**
   * Another account with the same sign-in name: a sign-up that waits to prove the email address. Opened by
   * its own password.
   */
  otherwise?: SignInCandidate | undefined;
};

/** An account that a passkey or link has proven, so that no password is needed. */
export type ProvenCandidate = Omit<
  SignInCandidate,
  'passwordHash' | 'takeSecondFactor' | 'passkey' | 'otherwise'
>;

/** Source of a sign-in (device and IP address), without the proof. */
export type SignInArrival = Omit<SignInProof, 'password' | 'otp' | 'passkey'>;

/** The proof of a sign-in, and its source. */
export type SignInProof = {
  password: string;
  /** A code of the authenticator app, or a recovery code. */
  otp?: string | undefined;
  /** Passkey's answer in place of `otp`. */
  passkey?: PasskeyAnswer | undefined;
  rememberMe: boolean;
  /** Known-device token that the browser got at an earlier sign-in. */
  deviceToken?: string | undefined;
  /** Thumbprint of the key that the session will be bound to. */
  deviceKey: string | undefined;
  address: string;
  userAgent: string;
};

type SignInRequest = SignInProof & {
  audience: SessionAudience;
  /** Typed sign-in name in its canonical spelling: email address, phone number or merchant code. */
  account: string;
  find: () => Promise<SignInCandidate | undefined>;
  /** Whether two accounts may have the name. If so, a wrong password takes equally long for two, one or no account. */
  canMeanTwo?: boolean;
};

/**
 * Opens a session for the right password. Neither the answer nor its timing reveals whether the account exists.
 * @throws Refusal `invalid_credentials`, `two_factor_required`, `otp_invalid`, `too_many_requests`, `overloaded`, or
 * the candidate's own refusal
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: SignInRequest,
): Promise<SignedIn> {
  return inConstantTime(async () => {
    const found = await request.find();
    const [own, ...shared] = await countSignIn(deps, request, found);
    const candidate = await withPassword(found, request).catch(async (error: unknown) => {
      // Overloaded: no password was compared, so the attempt must not count.
      for (const words of [own, ...shared]) await uncountAttempt(deps.db, deps.keys, ...words);
      throw error;
    });
    const about = describeAccount(deps, request, candidate ?? found);
    if (!candidate || candidate.isDisabled) await noteFailure(deps, request, found, 'sign-in-failed');
    if (candidate?.isDisabled) {
      securityEvent('sign-in.refused', { ...about, reason: 'disabled' });
      throw new Refusal('invalid_credentials');
    }
    if (!candidate) {
      securityEvent('sign-in.failed', about);
      throw new Refusal('invalid_credentials');
    }
    if (candidate === found) await clearAttempts(deps.db, deps.keys, ...own);
    // Uncounts only this attempt: one success must not clear guesses from elsewhere, or at the name's other account.
    for (const words of candidate === found ? shared : [own, ...shared])
      await uncountAttempt(deps.db, deps.keys, ...words);
    if (candidate.refusal) {
      securityEvent('sign-in.refused', { ...about, reason: candidate.refusal });
      throw new Refusal(candidate.refusal);
    }
    await checkSecondFactor(deps, request, candidate);
    const signedIn = await openSession(deps, request, candidate);
    securityEvent('sign-in.ok', about);
    return signedIn;
  });
}

/**
 * Chooses by the password between the candidate and the other account of its name.
 * @returns the account that has the password. If both have it: the other account, unless the candidate has a
 * second factor, which a password alone must not bypass
 */
async function withPassword(
  candidate: SignInCandidate | undefined,
  { password, canMeanTwo = false }: Pick<SignInRequest, 'password' | 'canMeanTwo'>,
): Promise<SignInCandidate | undefined> {
  const other = candidate?.otherwise;
  const isOwn = await isPasswordOf(candidate?.passwordHash, password);
  const isOfOther = (other || (canMeanTwo && !isOwn)) && (await isPasswordOf(other?.passwordHash, password));
  if (isOwn && (!isOfOther || candidate?.takeSecondFactor)) return candidate;
  return isOfOther ? other : undefined;
}

/**
 * Counts a sign-in attempt.
 * @returns the words under which it was counted: of the device or IP address, and of all places together
 */
async function countSignIn(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: SignInRequest,
  candidate: SignInCandidate | undefined,
): Promise<[own: string[], ...shared: string[][]]> {
  const { audience, address, deviceToken } = request;
  const subjectId = candidate?.subjectId ?? null;
  const isDevice = await isKnownDevice(deps.db, { audience, subjectId }, deviceToken);
  const isAddress = await isKnownAddress(deps.db, { audience, id: subjectId, address });
  const subject = { audience, subjectId: subjectId ?? request.account };
  const own = isDevice ? fromDevice(subject, deviceToken) : fromOnePlace(request);
  const shared = isDevice || isAddress ? [] : [fromEverywhere(subject)];
  const waitSeconds = await countAttempts(deps, [
    { words: own, rule: FROM_ONE_PLACE, account: ofAccount(subject) },
    ...shared.map((words) => ({ words, rule: FROM_EVERYWHERE })),
  ]);
  if (waitSeconds > 0) {
    securityEvent('locked-out', { ...describeAccount(deps, request, candidate), what: 'sign-in' });
    await noteFailure(deps, request, candidate, 'locked-out');
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  return [own, ...shared];
}

function describeAccount(
  { keys }: Pick<Deps, 'keys'>,
  { audience, account }: SignInRequest,
  candidate: SignInCandidate | undefined,
) {
  if (candidate) return { audience, account: candidate.subjectId };
  return { audience, accountHash: accountHash(keys, audience, account) };
}

/** Records an administrator's failed sign-in in the audit log. Takes equally long for an unknown account. */
async function noteFailure(
  { db }: Pick<Deps, 'db'>,
  { audience }: SignInRequest,
  candidate: SignInCandidate | undefined,
  what: 'sign-in-failed' | 'second-factor-failed' | 'locked-out',
): Promise<void> {
  if (audience === 'admin') await recordAdministratorFailure(db, candidate?.subjectId ?? null, what);
}

async function checkSecondFactor(
  deps: Pick<Deps, 'db'>,
  request: SignInRequest,
  candidate: SignInCandidate,
): Promise<void> {
  if (!candidate.takeSecondFactor) return;
  const { otp, passkey } = request;
  if (otp === undefined && passkey === undefined) {
    const passkeyOptions = await candidate.passkey?.options();
    throw new Refusal('two_factor_required', passkeyOptions && { passkeyOptions });
  }
  try {
    if (otp !== undefined) await candidate.takeSecondFactor(otp);
    else if (passkey && candidate.passkey) await candidate.passkey.take(passkey);
    else throw new Refusal('passkey_refused');
  } catch (error) {
    const isPasskey = error instanceof Refusal && error.code === 'passkey_refused';
    const isWrong = isPasskey || (error instanceof Refusal && error.code === 'verification_code_invalid');
    const isLockedOut = error instanceof Refusal && error.code === 'too_many_requests';
    if (isWrong) await noteFailure(deps, request, candidate, 'second-factor-failed');
    if (isLockedOut) await noteFailure(deps, request, candidate, 'locked-out');
    throw isWrong && !isPasskey ? new Refusal('otp_invalid') : error;
  }
}

/**
 * Opens the session.
 * @throws Refusal `invalid_credentials` when the account was frozen, or its password changed, during the sign-in
 */
export async function openSession(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: SignInArrival & { audience: SessionAudience },
  candidate: ProvenCandidate,
): Promise<SignedIn> {
  const id = newId();
  const refreshToken = randomToken(32);
  const isOpen = await insertSession(deps.db, {
    id,
    audience: request.audience,
    subjectId: candidate.subjectId,
    version: candidate.sessionVersion,
    address: request.address,
    userAgent: request.userAgent,
    lifetimeHours: request.rememberMe ? REMEMBERED_LIFETIME_HOURS : LIFETIME_HOURS,
    tokenHash: tokenHash(refreshToken),
    keyThumbprint: request.deviceKey ?? null,
  });
  const session = isOpen ? await readLiveSession(deps.db, id) : undefined;
  // The account was frozen, or its password changed, after the password was checked.
  if (!session) throw new Refusal('invalid_credentials');
  if (session.audience === 'consumer') await notifyOtherDevices(deps, { ...request, ...session });
  const { audience, deviceToken } = request;
  const subject = { audience, subjectId: candidate.subjectId };
  return {
    ...(await issueTokens(deps, session, refreshToken)),
    deviceToken: await rememberDevice(deps.db, subject, deviceToken),
  };
}
