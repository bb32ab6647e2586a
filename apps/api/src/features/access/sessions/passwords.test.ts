import { expect, test } from 'vitest';
import { hashPassword, isPasswordOf } from './passwords.ts';

test('a password is stored as argon2id with 19 MiB and two passes, and recognised', async () => {
  const stored = await hashPassword('Correct-horse-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  expect(await isPasswordOf(stored, 'Correct-horse-1')).toBe(true);
  expect(await isPasswordOf(stored, 'correct-horse-1')).toBe(false);
  expect(await hashPassword('Correct-horse-1')).not.toBe(stored);
});

test('nobody has a password, and finding that out is work as for somebody', async () => {
  const stored = await hashPassword('Correct-horse-1');
  // The quickest of several, because other work on the machine only ever makes one slower.
  const quickestMs = { somebody: Infinity, nobody: Infinity };
  for (let turn = 0; turn < 8; turn += 1) {
    for (const who of ['somebody', 'nobody'] as const) {
      const startedAt = performance.now();
      expect(await isPasswordOf(who === 'somebody' ? stored : undefined, 'wrong')).toBe(false);
      quickestMs[who] = Math.min(quickestMs[who], performance.now() - startedAt);
    }
  }
  expect(quickestMs.nobody).toBeGreaterThan(quickestMs.somebody / 3);
});
