import { z } from 'zod';
import { presentedPassword, secondFactor } from './text.ts';
import { passkeyAnswer } from './webauthn.ts';

/** For this many minutes a sign-in or step-up allows calls that need one. */
export const STEP_UP_MINUTES = 10;

/**
 * Fields that prove the owner again, in any request that `needsStepUp`. The proof is the same as at the sign-in: a code
 * of the authenticator app, a recovery code or a passkey. For an account without a second factor it is the password.
 */
export const stepUpProof = z.object({
  otp: secondFactor.optional(),
  passkey: passkeyAnswer.optional(),
  password: presentedPassword.optional(),
});
export type StepUpProof = z.output<typeof stepUpProof>;
export type StepUpProofKind = keyof StepUpProof;
