import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 50;

/**
 * Runs work whose duration would tell whether an account exists, and answers, or refuses, at a multiple of 50 ms.
 * The work itself is already made alike; this hides what one statement more or less still shows.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    await pause(STEP_MS - ((performance.now() - startedAt) % STEP_MS));
  }
}
