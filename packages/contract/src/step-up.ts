import { z } from 'zod';
import { presentedPassword, secondFactor } from './text.ts';
import { passkeyAnswer } from './webauthn.ts';

/** How long a sign-in or step-up counts for calls that need one. */
export const STEP_UP_MINUTES = 10;

/**
 * What proves again that it is the owner: any call that `needsStepUp` takes these fields beside its own. Taken is what the
 * sign-in asks for: a code of the authenticator app or a recovery code, a passkey in its place, and the password of an
 * account without a second factor.
 */
export const stepUpProof = z.object({
  otp: secondFactor.optional(),
  passkey: passkeyAnswer.optional(),
  password: presentedPassword.optional(),
});
export type StepUpProof = z.output<typeof stepUpProof>;
export type StepUpProofKind = keyof StepUpProof;
