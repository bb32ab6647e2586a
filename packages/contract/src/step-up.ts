import { z } from 'zod';
import { presentedPassword, secondFactor } from './text.ts';
import { passkeyAnswer } from './webauthn.ts';

/** Minutes that a sign-in or step-up counts for calls that need one. */
export const STEP_UP_MINUTES = 10;

/**
 * Further fields of any call that `needsStepUp`, which prove the owner again. Accepted is the proof of the sign-in: a
 * code of the authenticator app or a recovery code, a passkey in its place, or the password of an account without a
 * second factor.
 */
export const stepUpProof = z.object({
  otp: secondFactor.optional(),
  passkey: passkeyAnswer.optional(),
  password: presentedPassword.optional(),
});
export type StepUpProof = z.output<typeof stepUpProof>;
export type StepUpProofKind = keyof StepUpProof;
