import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import {
  deleteSecondFactor,
  enableSecondFactor,
  endOtherDevices,
  forgetLiveSessions,
  hasSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  takeSecondFactor,
  type SignInCandidate,
} from '../sessions/index.ts';
import type { Holder } from './holder.ts';
import { requirePassword } from './require-password.ts';

type FactorDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;
type Told = Pick<Holder, 'id' | 'audience' | 'email' | 'language' | 'record'>;
type Proof = { password: string; code: string };

/**
 * Starts enrolling a second factor (an authenticator app).
 * @throws Refusal `two_factor_on`, `password_wrong`, `too_many_requests`, `overloaded`
 */
export async function startTwoFactor(
  deps: FactorDeps,
  holder: Holder,
  password: string,
): Promise<{ secret: string; otpauthUrl: string }> {
  if (await hasSecondFactor(deps, holder.id)) throw new Refusal('two_factor_on');
  // Otherwise a stranger at an open session could enrol a second factor and lock the owner out.
  await requirePassword(deps, holder, password);
  return startSecondFactor(deps, { subjectId: holder.id, account: holder.account });
}

/**
 * Switches the second factor on and ends the account's other sessions, one of which may be a stranger's.
 * @returns the recovery codes
 * @throws Refusal `two_factor_not_started`, `two_factor_on`, `verification_code_invalid`, `too_many_requests`
 */
export async function enableTwoFactor(
  deps: FactorDeps,
  holder: Told,
  { sessionId, code }: { sessionId: string; code: string },
): Promise<string[]> {
  const codes = await enableSecondFactor(deps, { subjectId: holder.id, code }, async (tx) => {
    await tell(tx, deps, holder, 'two-factor-on');
    await endOtherDevices(tx, subjectOf(holder), sessionId);
  });
  forgetLiveSessions(deps.db);
  securityEvent('second-factor.on', { audience: holder.audience, account: holder.id });
  return codes;
}

/**
 * Switches the second factor off and ends the account's other sessions, as `enableTwoFactor` does.
 * @throws Refusal `two_factor_off`, `password_wrong`, `verification_code_invalid`, `too_many_requests`, `overloaded`
 */
export async function disableTwoFactor(
  deps: FactorDeps,
  holder: Holder,
  { sessionId, ...proof }: Proof & { sessionId: string },
): Promise<void> {
  await requireProof(deps, holder, proof);
  await inTransaction(deps.db, async (tx) => {
    await tell(tx, deps, holder, 'two-factor-off');
    await deleteSecondFactor(tx, holder.id);
    await endOtherDevices(tx, subjectOf(holder), sessionId);
  });
  forgetLiveSessions(deps.db);
  securityEvent('second-factor.off', { audience: holder.audience, account: holder.id });
}

/**
 * Replaces the recovery codes.
 * @returns the new recovery codes
 * @throws Refusal as `disableTwoFactor`
 */
export async function renewCodes(deps: FactorDeps, holder: Holder, proof: Proof): Promise<string[]> {
  await requireProof(deps, holder, proof);
  const codes = await inTransaction(deps.db, async (tx) => {
    await tell(tx, deps, holder, 'recovery-codes-renewed');
    return renewRecoveryCodes(tx, deps.keys, holder.id);
  });
  securityEvent('recovery-codes.renewed', { audience: holder.audience, account: holder.id });
  return codes;
}

/**
 * Checks a code of the holder's second factor; notifies the holder if it was a recovery code.
 * @throws Refusal `two_factor_off`, `verification_code_invalid`, `too_many_requests`
 */
async function takeCodeOf(
  deps: FactorDeps,
  holder: Pick<Holder, 'id' | 'email' | 'language'>,
  code: string,
): Promise<void> {
  const { id, email, language } = holder;
  await takeSecondFactor(deps, { subjectId: id, code }, (tx, left) =>
    notify(tx, deps, {
      template: 'recovery-code-used',
      data: { left },
      email,
      push: { userId: id },
      language,
    }),
  );
}

/**
 * Requires a code of the second factor if one is on.
 * @throws Refusal `otp_required`, `verification_code_invalid`, `too_many_requests`
 */
export async function requireCodeOf(
  deps: FactorDeps,
  holder: Pick<Holder, 'id' | 'email' | 'language'>,
  code: string | undefined,
): Promise<void> {
  if (!(await hasSecondFactor(deps, holder.id))) return;
  if (code === undefined)
    throw new Refusal('otp_required', {}, 'Enter the code from your authenticator app.');
  await takeCodeOf(deps, holder, code);
}

/** Returns the proof that a sign-in needs besides the password; none while the second factor is off. */
export async function secondFactorOf(
  deps: FactorDeps,
  holder: Pick<Holder, 'id' | 'email' | 'language'>,
): Promise<Pick<SignInCandidate, 'takeSecondFactor'>> {
  if (!(await hasSecondFactor(deps, holder.id))) return {};
  return { takeSecondFactor: (code) => takeCodeOf(deps, holder, code) };
}

function subjectOf({ audience, id: subjectId }: Told) {
  return { audience, subjectId };
}

async function requireProof(deps: FactorDeps, holder: Holder, { password, code }: Proof): Promise<void> {
  if (!(await hasSecondFactor(deps, holder.id))) throw new Refusal('two_factor_off');
  await requirePassword(deps, holder, password);
  await takeCodeOf(deps, holder, code);
}

async function tell(
  tx: Transaction,
  deps: FactorDeps,
  { id, email, language, record }: Told,
  event: 'two-factor-on' | 'two-factor-off' | 'recovery-codes-renewed',
): Promise<void> {
  await notify(tx, deps, { template: event, data: {}, email, push: { userId: id }, language });
  await record?.(tx, event);
}
