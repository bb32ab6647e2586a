import { expect, test } from 'vitest';
import { vatIn } from './content.ts';

test('fees before and after a rate change have separate VAT, each rounded to the cent once', () => {
  const lines = [
    { feeCents: 5_000n, vatBasisPoints: 1_600 },
    { feeCents: 100n, vatBasisPoints: 1_600 },
    { feeCents: 11_400n, vatBasisPoints: 1_400 },
  ];
  expect(vatIn(lines)).toEqual([
    // 5,100 × 16 ÷ 116 is 703.4.
    { vatBasisPoints: 1_600, feeCents: 5_100n, vatCents: 703n },
    { vatBasisPoints: 1_400, feeCents: 11_400n, vatCents: 1_400n },
  ]);
  expect(vatIn([{ feeCents: 100n, vatBasisPoints: 0 }])[0]?.vatCents).toBe(0n);
});
