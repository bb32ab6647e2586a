import {
  formatMsisdn,
  type claimAsNewPerson as endpoint,
  type HandlerAnswer,
  type HandlerInput,
  type RefusalCode,
  type startClaimPasskey as passkeyEndpoint,
} from '@zawadi/contract';
import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { requireGoodPassword, requirePassword } from '../../people/credentials/index.ts';
import { firstPasskey } from '../../people/passkeys/index.ts';
import {
  hashPassword,
  hasSecondFactor,
  inConstantTime,
  NO_PASSWORD,
  openSession,
  type ProvenCandidate,
} from '../../people/sessions/index.ts';
import { consumerHolder, createUserOfPhone, findConsumerById } from '../../people/users/index.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { openProof } from './claim-code.ts';
import { claimIn, type Claimer } from './claim-voucher.ts';

type NewPersonDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;
type ClaimingDeps = NewPersonDeps & { claimer: Claimer };
type Input = HandlerInput<typeof endpoint>['body'] & {
  address: string;
  userAgent: string;
  deviceKey: string | undefined;
};
type Proven = ReturnType<typeof openProof>;
const WRONG_PASSWORD: ReadonlySet<RefusalCode> = new Set(['password_wrong', 'password_reset_needed']);
type Claimed = Awaited<ReturnType<typeof claimIn>>;

/**
 * Makes the options with which a browser creates the first passkey of a new account.
 * @throws Refusal `voucher_not_found`, `claim_proof_expired`, `passkeys_unavailable`
 */
export async function startClaimPasskey(
  deps: NewPersonDeps,
  { proof }: { proof: string },
): Promise<HandlerAnswer<typeof passkeyEndpoint>> {
  const { userId, msisdn } = openProof(deps, proof);
  return firstPasskey.start(deps, { userId, account: formatMsisdn(msisdn) });
}

/**
 * Creates an account for the proven phone number and moves the gift into its wallet, in one transaction. A refused
 * claim leaves no account and does not spend the code. A repetition with the same password or passkey finds the
 * account and gets the same answer.
 * @throws Refusal as the contract lists them
 */
export async function claimAsNewPerson(
  deps: ClaimingDeps,
  input: Input,
): Promise<HandlerAnswer<typeof endpoint>> {
  const proven = openProof(deps, input.proof);
  return inConstantTime(async () => {
    const claimed = (await repeat(deps, proven, input)) ?? (await begin(deps, proven, input));
    const candidate = await findConsumerById(deps.db, proven.userId);
    if (!candidate) throw new Refusal('invalid_credentials');
    const signedIn = await signInProven(deps, input, candidate);
    return { ...signedIn, ...claimed };
  });
}

/**
 * Answers a repeated request.
 * @returns undefined if the account does not exist yet
 */
async function repeat(deps: ClaimingDeps, proven: Proven, input: Input): Promise<Claimed | undefined> {
  const { userId, voucherId } = proven;
  if (!(await findConsumerById(deps.db, userId))) return undefined;
  await requireSamePerson(deps, userId, input);
  // Opens no session: proof and password must not bypass the account's second factor.
  if (await hasSecondFactor(deps, userId)) throw new Refusal('number_has_account');
  return deps.claimer.claimFound({ voucherId, userId });
}

async function requireSamePerson(
  deps: NewPersonDeps,
  userId: string,
  { password, passkey }: Pick<Input, 'password' | 'passkey'>,
): Promise<void> {
  const holder = await consumerHolder(deps.db, userId);
  if (passkey) {
    if (await firstPasskey.isOf(deps, userId, passkey)) return;
    securityEvent('code.wrong', { audience: 'consumer', account: userId, what: 'passkey', reason: 'claim' });
    throw new Refusal('verification_code_invalid');
  }
  try {
    await requirePassword(deps, holder, password ?? '');
  } catch (error) {
    const isWrong = error instanceof Refusal && WRONG_PASSWORD.has(error.code);
    throw isWrong ? new Refusal('verification_code_invalid') : error;
  }
}

async function begin(deps: ClaimingDeps, proven: Proven, input: Input): Promise<Claimed> {
  const { userId, voucherId, msisdn, codeId } = proven;
  const { firstName, lastName, email, language, password, passkey, userAgent } = input;
  await requireNotStopped(deps.db, 'claiming');
  await requireUnblockedNumbers(deps, msisdn);
  if (password !== undefined)
    await requireGoodPassword(password, [firstName, lastName, msisdn, ...(email ? [email] : [])], 'password');
  const passwordHash = password === undefined ? NO_PASSWORD : await hashPassword(password);
  const firstKey = passkey && (await firstPasskey.check(deps, { userId, passkey, userAgent }));
  const { limits } = await readFeesAndLimits(deps);
  const code = { id: codeId, target: msisdn };
  const user = { id: userId, firstName, lastName, email, language, phoneMsisdn: msisdn, passwordHash, code };
  try {
    const claimed = await inTransaction(deps.db, async (tx) => {
      await createUserOfPhone(tx, deps, user);
      if (firstKey) await firstPasskey.insert(tx, firstKey);
      return claimIn(tx, deps, { voucherId, userId, walletLimit: limits.wallet });
    });
    if (firstKey) securityEvent('passkey.added', { audience: 'consumer', account: userId });
    return claimed;
  } catch (error) {
    // A concurrent repetition of this request may have created the account.
    const isTaken = error instanceof Refusal || isUniqueViolation(error);
    const done = isTaken ? await repeat(deps, proven, input) : undefined;
    if (done) return done;
    throw error;
  }
}

/** Opens a session. The code has proven that the caller owns the phone number. */
async function signInProven(deps: NewPersonDeps, input: Input, candidate: ProvenCandidate) {
  const about = { audience: 'consumer', account: candidate.subjectId, what: 'claim' } as const;
  if (candidate.refusal) {
    securityEvent('sign-in.refused', { ...about, reason: candidate.refusal });
    throw new Refusal(candidate.refusal);
  }
  const { address, userAgent, deviceKey, deviceToken } = input;
  const arrival = {
    address,
    userAgent,
    deviceKey,
    deviceToken,
    rememberMe: false,
    audience: 'consumer',
  } as const;
  const signedIn = await openSession(deps, arrival, candidate);
  securityEvent('sign-in.ok', about);
  return signedIn;
}
