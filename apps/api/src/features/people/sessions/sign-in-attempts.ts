import type { Deps } from '../../../config/deps.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { clearAttempts, growingDelay } from './attempts.ts';
import type { Watched } from './locks.ts';
import type { SessionAudience } from './session-store.ts';

// By address, or by device where the account knows it, so that no stranger in the same network holds the owner up.
export const FROM_ONE_PLACE = growingDelay({ free: 10, longestSeconds: 900, forgottenAfterSeconds: 86_400 });
// Guesses at one account from everywhere. The owner's devices and usual address do not count, or a stranger could keep the
// owner out.
export const FROM_EVERYWHERE = growingDelay({ free: 50, longestSeconds: 60, forgottenAfterSeconds: 3_600 });

/** From where a name is tried. */
export type Place = { audience: SessionAudience; account: string; address: string };
/** The account; of a name that belongs to none, the name. */
export type Subject = { audience: SessionAudience; subjectId: string };

// By what was typed: if a number and an address shared the count, a guesser would see that they belong together.
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

/** Forgets the guesses at an account, from one network and from everywhere: its owner has shown to be the owner. */
export async function forgiveAllSignIns(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: Subject & Place,
): Promise<void> {
  await clearAttempts(deps.db, deps.keys, ...fromOnePlace(request));
  await clearAttempts(deps.db, deps.keys, ...fromEverywhere(request));
}

/** The attempts that delay the next sign-in to this account, from any address. */
export function watchedSignIns(subject: Subject): Watched[] {
  return [
    { account: ofAccount(subject), rule: FROM_ONE_PLACE },
    { words: fromEverywhere(subject), rule: FROM_EVERYWHERE },
  ];
}
