import { vi } from 'vitest';

/** Set by tests of the hashing itself. */
export const REAL_COST = 'ZAWADI_TEST_PASSWORD_COST';

// Thousands of people sign up and in. At the real cost, hashing their passwords would be a sixth of the work of all
// tests.
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
