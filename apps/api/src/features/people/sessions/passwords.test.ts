import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Refusal } from '../../../platform/refusal.ts';
import { REAL_COST } from '../../../testing/quick-passwords.ts';
import { hashPassword, isPasswordOf, inConstantTime } from './passwords.ts';

// A timer of Node may fire up to a millisecond early.
const STEP_MS = 49;

beforeAll(() => void vi.stubEnv(REAL_COST, 'real'));
afterAll(() => void vi.unstubAllEnvs());

test('a password is stored as argon2id with 19 MiB and two passes, and verifies', async () => {
  const stored = await hashPassword('Correct-horse-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  expect(await isPasswordOf(stored, 'Correct-horse-1')).toBe(true);
  expect(await isPasswordOf(stored, 'correct-horse-1')).toBe(false);
  expect(await hashPassword('Correct-horse-1')).not.toBe(stored);
});

test('checking a password takes as much work for an unknown account as for a known one', async () => {
  const stored = await hashPassword('Correct-horse-1');
  // Compares the fastest runs: other work on the machine can only slow a run down. It takes more turns if it did.
  const quickestMs = { known: Infinity, unknown: Infinity };
  const isAlike = () => quickestMs.unknown > quickestMs.known / 3;
  for (let turn = 0; turn < 8 || (turn < 60 && !isAlike()); turn += 1) {
    for (const who of ['known', 'unknown'] as const) {
      const startedAt = performance.now();
      expect(await isPasswordOf(who === 'known' ? stored : undefined, 'wrong')).toBe(false);
      quickestMs[who] = Math.min(quickestMs[who], performance.now() - startedAt);
    }
  }
  expect(quickestMs.unknown).toBeGreaterThan(quickestMs.known / 3);
});

test('inConstantTime returns no sooner than after 50 ms', async () => {
  const startedAt = performance.now();
  await expect(inConstantTime(() => Promise.resolve('known'))).resolves.toBe('known');
  expect(performance.now() - startedAt).toBeGreaterThan(STEP_MS);
});

test('inConstantTime refuses no sooner than after 50 ms', async () => {
  const startedAt = performance.now();
  const refused = inConstantTime(() => Promise.reject(new Refusal('invalid_credentials')));
  await expect(refused).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(performance.now() - startedAt).toBeGreaterThan(STEP_MS);
});
