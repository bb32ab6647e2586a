import { expect, test } from 'vitest';
import { Refusal } from '../../../platform/refusal.ts';
import { inConstantTime } from './constant-time.ts';

// A timer of Node may fire up to a millisecond early.
const STEP_MS = 49;

test('quick work answers no sooner than after 50 ms', async () => {
  const startedAt = performance.now();
  await expect(inConstantTime(() => Promise.resolve('known'))).resolves.toBe('known');
  expect(performance.now() - startedAt).toBeGreaterThan(STEP_MS);
});

test('a quick refusal comes no sooner than that', async () => {
  const startedAt = performance.now();
  const refused = inConstantTime(() => Promise.reject(new Refusal('invalid_credentials')));
  await expect(refused).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(performance.now() - startedAt).toBeGreaterThan(STEP_MS);
});
