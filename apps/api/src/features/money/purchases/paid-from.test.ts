import { expect, test } from 'vitest';
import { otherPayerOf, paidFromOf } from './paid-from.ts';

test.each([
  ['254712000001 - AMINA WANJIKU', '2547****001'],
  ['2547****103', '2547****103'],
  ['25470****149', '2547****149'],
  ['25411****149 - J', '2541****149'],
  ['2547 ***** 126', '2547****126'],
  ['600000 - Zawadi', undefined],
  ['254712', undefined],
  ['2547120000011', undefined],
  ['', undefined],
  [undefined, undefined],
])('masks the phone number in M-PESA’s payer text "%s" as %s', (party, covered) => {
  expect(paidFromOf(party)).toBe(covered);
});

test.each([
  ['254712****103 - AMINA', '254712345103', undefined],
  ['2547****103', '254712345104', '2547****103'],
  ['254112345103', '254712345103', '2541****103'],
  [undefined, '254712345103', undefined],
])(
  'if M-PESA’s payer text is "%s" and %s was prompted, the other payer’s number is %s',
  (party, prompted, other) => {
    expect(otherPayerOf(party, prompted)).toBe(other);
  },
);
