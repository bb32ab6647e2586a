import { expect, test } from 'vitest';
import { everyRow } from './every-row.ts';

const even = (n: number) => expect(n % 2, 'the rest').toBe(0);

test('a matrix test fails once with every failing row, and fails if it has no rows', async () => {
  await expect(everyRow([2, 4], String, even)).resolves.toBeUndefined();
  await expect(everyRow([1, 2, 3], String, even)).rejects.toThrow(
    /2 of 3 rows failed:\n1: the rest.*\n.*3: the rest/su,
  );
  await expect(everyRow([], String, even)).rejects.toThrow('nothing to check');
});
