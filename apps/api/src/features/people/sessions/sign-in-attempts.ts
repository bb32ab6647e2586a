import type { Deps } from '../../../config/deps.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { clearAttempts, growingDelay } from './attempts.ts';
import type { AttemptCounter } from './locks.ts';
import type { SessionAudience } from './session-store.ts';

// By address, or by device if the account knows it, so that strangers in the same network do not delay the owner.
export const FROM_ONE_PLACE = growingDelay({ free: 10, longestSeconds: 900, forgottenAfterSeconds: 86_400 });
// Guesses at one account from everywhere. The owner's devices and usual address are exempt, or a stranger could lock
// the owner out.
export const FROM_EVERYWHERE = growingDelay({ free: 50, longestSeconds: 60, forgottenAfterSeconds: 3_600 });

/** The source of a sign-in attempt. */
export type Place = { audience: SessionAudience; account: string; address: string };
/** The account; for a name without an account, the name. */
export type Subject = { audience: SessionAudience; subjectId: string };

// By the typed name: if a number and an address shared the count, a guesser would see that they belong together.
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

/** Clears the guesses at an account, from one network and from everywhere, because its owner has proven it. */
export async function clearFailedSignIns(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: Subject & Place,
): Promise<void> {
  await clearAttempts(deps.db, deps.keys, ...fromOnePlace(request));
  await clearAttempts(deps.db, deps.keys, ...fromEverywhere(request));
}

/** Returns the counters that delay the next sign-in to this account, from any address. */
export function signInCounters(subject: Subject): AttemptCounter[] {
  return [
    { account: ofAccount(subject), rule: FROM_ONE_PLACE },
    { words: fromEverywhere(subject), rule: FROM_EVERYWHERE },
  ];
}
