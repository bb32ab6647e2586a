import { registerTransaction } from '@zawadi/contract/payments';
import { afterEach, expect, test } from 'vitest';
import { load, need } from '../../../i18n/catalogue.ts';
import { gifts } from '../../../i18n/sw/gifts.ts';
import { deliverAt, deliveryDays, deliveryProblem, nairobiHour } from './delivery.ts';

const NOW = new Date('2026-11-20T11:05:00Z'); // 14:05 in Nairobi
const REFUSED = 'Please choose an hour from now up to a year ahead.';
const later = (deliverDay: string, deliverHour: string) =>
  ({ delivery: 'later', deliverDay, deliverHour }) as const;

test('a gift for later arrives at the chosen hour in Nairobi', () => {
  expect(new Date(deliverAt(later('2026-12-24', '09')) ?? '').toISOString()).toBe('2026-12-24T06:00:00.000Z');
  expect(
    registerTransaction.body.options[0].shape.deliverAt.parse(deliverAt(later('2026-12-24', '00'))),
  ).toBe('2026-12-24T00:00:00+03:00');
});

test('a gift for now has no moment, whatever was chosen before', () => {
  expect(deliverAt({ ...later('2026-12-24', '09'), delivery: 'now' })).toBeUndefined();
  expect(deliveryProblem({ ...later('', '09'), delivery: 'now' }, NOW)).toBeUndefined();
});

test('the hour that has begun is too late, the next one is not', () => {
  expect(deliveryProblem(later('2026-11-20', '14'), NOW)).toBe(REFUSED);
  expect(deliveryProblem(later('2026-11-20', '15'), NOW)).toBeUndefined();
});

test('a year ahead is the most, and a day is needed', () => {
  expect(deliveryProblem(later('2027-11-20', '14'), NOW)).toBeUndefined();
  expect(deliveryProblem(later('2027-11-20', '15'), NOW)).toBe(REFUSED);
  expect(deliveryProblem(later('', '09'), NOW)).toBe('Please choose a day');
});

test('the hour of a moment is the one in Nairobi, after midnight too', () => {
  expect(nairobiHour(new Date('2026-12-24T05:00:00Z'))).toBe('08');
  expect(nairobiHour(new Date('2026-12-23T21:00:00Z'))).toBe('00');
});

test('the days to choose from are those of Nairobi', () => {
  expect(deliveryDays(new Date('2026-11-20T22:00:00Z'))).toEqual({ first: '2026-11-21', last: '2027-11-21' });
});

afterEach(async () => load('en'));

test('a moment that cannot be chosen is refused in the language of the screen', async () => {
  await load('sw');
  await need('house');
  expect(deliveryProblem(later('2026-11-20', '14'), NOW)).toBe(gifts[REFUSED]);
});
