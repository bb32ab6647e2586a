import { STEP_UP_MINUTES, type StepUpProof, type StepUpProofKind } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { securityEvent } from '../../../http/security-events.ts';
import type { StepUp } from '../../../http/step-up.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { memberHolder } from '../merchants/index.ts';
import { administratorHolder } from '../administrators/index.ts';
import { requirePassword, secondFactorOf, type Holder } from '../credentials/index.ts';
import { passkeyOf } from '../passkeys/index.ts';
import { consumerHolder } from '../users/index.ts';
import { isSessionProven, recordAdministratorFailure, proveSession } from '../sessions/index.ts';

type StepUpDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;

/**
 * Requires a new proof for sensitive API calls (money, access, wording) ten minutes after the last proof.
 * Wrong proofs share the limit of wrong sign-ins.
 * @throws Refusal `step_up_required` with the accepted proofs, `verification_code_invalid`, `passkey_wrong`,
 * `password_wrong`, `too_many_requests`, `overloaded`
 */
export function createStepUp(deps: StepUpDeps): StepUp {
  return async (actor, readProof) => {
    const { sessionId } = actor;
    if (await isSessionProven(deps.db, sessionId, STEP_UP_MINUTES)) return;
    const holder = await holderOf(deps.db, actor);
    const what = await noteFailures(deps, holder, () => takeProof(deps, holder, sessionId, readProof()));
    await proveSession(deps.db, sessionId);
    securityEvent('session.stepped-up', { audience: holder.audience, account: holder.id, what });
  };
}

function holderOf(db: Deps['db'], actor: Parameters<StepUp>[0]): Promise<Holder> {
  if ('userId' in actor) return consumerHolder(db, actor.userId);
  return 'merchantId' in actor
    ? memberHolder(db, actor.staffId)
    : administratorHolder(db, actor.administratorId);
}

/** @returns the proof that was accepted */
async function takeProof(
  deps: StepUpDeps,
  holder: Holder,
  sessionId: string,
  { otp, passkey: answer, password }: StepUpProof,
): Promise<StepUpProofKind> {
  const { takeSecondFactor } = await secondFactorOf(deps, holder);
  const passkey = await passkeyOf(deps, holder, { purpose: 'step-up', sessionId });
  if (passkey && answer) {
    await passkey.take(answer);
    return 'passkey';
  }
  if (takeSecondFactor && otp !== undefined) {
    await takeSecondFactor(otp);
    return 'otp';
  }
  if (!takeSecondFactor && password !== undefined) {
    await requirePassword(deps, holder, password);
    return 'password';
  }
  throw new Refusal('step_up_required', {
    proofs: [takeSecondFactor ? 'otp' : 'password', ...(passkey ? (['passkey'] as const) : [])],
    ...(passkey && { passkeyOptions: await passkey.options() }),
  });
}

/** Runs the check; records an administrator's wrong proofs in the audit log, as at the sign-in. */
async function noteFailures<T>(
  { db }: Pick<Deps, 'db'>,
  { audience, id }: Holder,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const what = FAILURES[error.code];
    if (audience === 'admin' && what) await recordAdministratorFailure(db, id, what);
    // `passkey_refused` has status 401, on which the browser would refresh the session.
    throw error.code === 'passkey_refused' ? new Refusal('passkey_wrong') : error;
  }
}

const FAILURES: { [code in string]?: 'second-factor-failed' | 'sign-in-failed' | 'locked-out' } = {
  verification_code_invalid: 'second-factor-failed',
  passkey_refused: 'second-factor-failed',
  password_wrong: 'sign-in-failed',
  too_many_requests: 'locked-out',
};
