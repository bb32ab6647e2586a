import { setTimeout as pause } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { currentCaller } from '../../../platform/caller.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { createSemaphore } from '../../../platform/semaphore.ts';

// argon2id, 19 MiB, two passes, one lane: OWASP Password Storage Cheat Sheet.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hash of 32 discarded random bytes. Verifying against it costs as much as against a real hash.
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$yiaeiMiMHLqox3oUxd66QQ$wjBoRfDeTOOnkLF0ztTZlnQPGX7eR/HJjL+YjTG4mWI';

// Node has four threads for hashing; two stay free for other work, such as files and DNS. A hash takes some
// 10 ms, so the last of two hundred in the queue waits one or two seconds.
const semaphore = createSemaphore({ atOnce: 2, waitingAtMost: 200, retryAfterSeconds: 2 });

const STEP_MS = 50;

/** Queues hashing fairly between networks: one network with hundreds of tries cannot starve others. */
async function gate<T>(work: () => Promise<T>): Promise<T> {
  return semaphore(work, networkOf(currentCaller().address));
}

/**
 * Hashes a password.
 * @returns the hash to store, with its parameters and salt
 * @throws Refusal `overloaded` when the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  return gate(() => hash(canonical(password), COST));
}

/** Sentinel for accounts without a password; never verifies. */
export const NO_PASSWORD = '';

/**
 * Verifies a password. Takes the same time whether the account, or its password, exists or not.
 * @param storedHash undefined if there is no such account; the result is then false
 * @throws Refusal `overloaded` when the queue is full
 */
export async function isPasswordOf(storedHash: string | undefined, password: string): Promise<boolean> {
  const known = storedHash === NO_PASSWORD ? undefined : storedHash;
  const isRight = await gate(() => verify(known ?? DUMMY_HASH, canonical(password)));
  return isRight && known !== undefined;
}

/**
 * Runs work whose duration would reveal whether an account exists, and answers or refuses at a multiple of 50
 * ms. The work is almost the same in both cases; the rounding hides an additional SQL query.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const answersAt = startedAt + (Math.floor((performance.now() - startedAt) / STEP_MS) + 1) * STEP_MS;
    // Loops, because a timer counts from the start of the event loop's turn and may fire some milliseconds early.
    const leftMs = () => answersAt - performance.now();
    for (let left = leftMs(); left > 0; left = leftMs()) await pause(left);
  }
}

// Normalises: keyboards send the same character composed or decomposed (NIST SP 800-63B, 3.1.1.2).
function canonical(password: string): string {
  return password.normalize('NFKC');
}
