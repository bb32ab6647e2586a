import { expect, test } from 'vitest';
import { paidFromOf } from './paid-from.ts';

test.each([
  ['254712000001 - AMINA WANJIKU', '2547*****001'],
  ['2547****103', '2547*****103'],
  ['25470****149', '2547*****149'],
  ['25411****149 - J', '2541*****149'],
  ['600000 - Zawadi', undefined],
  ['254712', undefined],
  ['2547120000011', undefined],
  ['', undefined],
  [undefined, undefined],
])('of %s the covered number is %s', (party, covered) => {
  expect(paidFromOf(party)).toBe(covered);
});
