import type { Deps } from '../../../config/deps.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { clearAttempts, growingDelay } from './attempts.ts';
import type { AttemptCounter } from './locks.ts';
import type { SessionAudience } from './session-store.ts';

// Limit of guesses from one network, or from one known device: strangers in the same network must not delay the owner.
export const FROM_ONE_PLACE = growingDelay({ free: 10, longestSeconds: 900, forgottenAfterSeconds: 86_400 });
// Limit of guesses at one account from everywhere. Known devices and networks are exempt, or a stranger could
// lock the owner out.
export const FROM_EVERYWHERE = growingDelay({ free: 50, longestSeconds: 60, forgottenAfterSeconds: 3_600 });

/** Source of a sign-in attempt; `address` is an IP address. */
export type Place = { audience: SessionAudience; account: string; address: string };
/** Target of a sign-in attempt: the account, or the typed name if no account has it. */
export type Subject = { audience: SessionAudience; subjectId: string };

// Counts by the typed name. If phone number and email address shared the count, a guesser would see that they
// belong together.
export function fromOnePlace({ audience, account, address }: Place): string[] {
  return ['sign-in', audience, account, networkOf(address)];
}

export function fromDevice({ audience, subjectId }: Subject, deviceToken = ''): string[] {
  return ['sign-in', audience, subjectId, 'device', deviceToken];
}

export function ofAccount({ audience, subjectId }: Subject): string[] {
  return ['sign-in-of', audience, subjectId];
}

export function fromEverywhere({ audience, subjectId }: Subject): string[] {
  return ['sign-in', audience, subjectId];
}

/** Clears the guesses at an account, from one network and from everywhere, because the owner has reset the password. */
export async function clearFailedSignIns(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: Subject & Place,
): Promise<void> {
  await clearAttempts(deps.db, deps.keys, ...fromOnePlace(request));
  await clearAttempts(deps.db, deps.keys, ...fromEverywhere(request));
}

/** Returns the counters that delay the next sign-in to an account, from any IP address. */
export function signInCounters(subject: Subject): AttemptCounter[] {
  return [
    { account: ofAccount(subject), rule: FROM_ONE_PLACE },
    { words: fromEverywhere(subject), rule: FROM_EVERYWHERE },
  ];
}
