import { setTimeout as pause } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { currentCaller } from '../../../platform/caller.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { createSemaphore } from '../../../platform/semaphore.ts';

// argon2id, 19 MiB, two passes, one lane: OWASP Password Storage Cheat Sheet.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Of 32 random bytes that were thrown away, at the same cost as a real one.
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$yiaeiMiMHLqox3oUxd66QQ$wjBoRfDeTOOnkLF0ztTZlnQPGX7eR/HJjL+YjTG4mWI';

// Node has four threads for such work; two must stay free for everything else that needs them. At some 10 ms each
// the last of two hundred in line waits a second or two.
const semaphore = createSemaphore({ atOnce: 2, waitingAtMost: 200, retryAfterSeconds: 2 });

const STEP_MS = 50;

/** Networks take turns: who guesses by the hundred waits for others, and others not for them. */
async function gate<T>(work: () => Promise<T>): Promise<T> {
  return semaphore(work, networkOf(currentCaller().address));
}

/**
 * @returns the hash to store, with its parameters and salt
 * @throws Refusal `overloaded` when too many are being hashed
 */
export async function hashPassword(password: string): Promise<string> {
  return gate(() => hash(canonical(password), COST));
}

/** In the place of a hash where an account has no password: no password is its own. */
export const NO_PASSWORD = '';

/**
 * Takes the same time whether there is an account or not, and whether it has a password.
 * @param storedHash undefined when there is no such account; the answer is then false
 * @throws Refusal `overloaded` when too many are being hashed
 */
export async function isPasswordOf(storedHash: string | undefined, password: string): Promise<boolean> {
  const known = storedHash === NO_PASSWORD ? undefined : storedHash;
  const isRight = await gate(() => verify(known ?? DUMMY_HASH, canonical(password)));
  return isRight && known !== undefined;
}

/**
 * Runs work whose duration would tell whether an account exists, and answers, or refuses, at a multiple of 50 ms.
 * The work is already the same in both cases; this hides the time of one SQL statement more or less.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const answersAt = startedAt + (Math.floor((performance.now() - startedAt) / STEP_MS) + 1) * STEP_MS;
    // A timer counts from when the event loop last looked at the clock, and so rings up to some milliseconds too soon.
    const leftMs = () => answersAt - performance.now();
    for (let left = leftMs(); left > 0; left = leftMs()) await pause(left);
  }
}

// The same characters may arrive composed or decomposed, depending on the keyboard (NIST SP 800-63B, 3.1.1.2).
function canonical(password: string): string {
  return password.normalize('NFKC');
}
