import type { RefusalCode, SignedIn } from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../platform/security-events.ts';
import type { SessionAudience } from './session-store.ts';
import { openSession, type ProvenCandidate, type SignInArrival } from './sign-in.ts';

/**
 * Opens a session for an account that was proven by something else than a password.
 * @param request.disabledAs how an account that is switched off is refused, as if there were none
 * @throws Refusal `disabledAs`, or the candidate's own
 */
export async function openProvenSession(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: SignInArrival & { audience: SessionAudience; what: string; disabledAs: RefusalCode },
  candidate: ProvenCandidate,
): Promise<SignedIn> {
  const { audience, what, disabledAs } = request;
  const { subjectId: account, isDisabled, refusal } = candidate;
  const refused = isDisabled ? disabledAs : refusal;
  if (refused) {
    const reason = isDisabled ? 'disabled' : refused;
    securityEvent('sign-in.refused', { audience, account, what, reason });
    throw new Refusal(refused);
  }
  const signedIn = await openSession(deps, request, candidate);
  securityEvent('sign-in.ok', { audience, account, what });
  return signedIn;
}
