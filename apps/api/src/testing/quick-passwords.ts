import { vi } from 'vitest';

/** Environment variable that restores the real cost. Tests of the hashing itself set it. */
export const REAL_COST = 'ZAWADI_TEST_PASSWORD_COST';

// The tests sign thousands of people up and in. At the real cost, hashing would take a sixth of their time.
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

vi.mock(import('@node-rs/argon2'), async (importOriginal) => {
  const original = await importOriginal();
  const hash: typeof original.hash = (password, options, signal) =>
    original.hash(
      password,
      process.env[REAL_COST] === undefined ? { ...options, ...CHEAPEST } : options,
      signal,
    );
  return { ...original, hash };
});
