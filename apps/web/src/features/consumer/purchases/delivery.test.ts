import { registerTransaction } from '@zawadi/contract/payments';
import { afterEach, expect, test } from 'vitest';
import { load, need } from '../../../i18n/catalogue.ts';
import { gifts } from '../../../i18n/sw/gifts.ts';
import { deliverAt, deliveryDays, deliveryProblem, nairobiHour } from './delivery.ts';

const NOW = new Date('2026-11-20T11:05:00Z'); // 14:05 in Nairobi
const REFUSED = 'Please choose an hour within the next year.';
const later = (deliverDay: string, deliverHour: string) =>
  ({ delivery: 'later', deliverDay, deliverHour }) as const;

test('delivers a scheduled gift at the chosen hour in Nairobi', () => {
  expect(new Date(deliverAt(later('2026-12-24', '09')) ?? '').toISOString()).toBe('2026-12-24T06:00:00.000Z');
  expect(
    registerTransaction.body.options[0].shape.deliverAt.parse(deliverAt(later('2026-12-24', '00'))),
  ).toBe('2026-12-24T00:00:00+03:00');
});

test('an immediate gift has no delivery time, even if one was chosen before', () => {
  expect(deliverAt({ ...later('2026-12-24', '09'), delivery: 'now' })).toBeUndefined();
  expect(deliveryProblem({ ...later('', '09'), delivery: 'now' }, NOW)).toBeUndefined();
});

test('rejects the current hour, and accepts the next one', () => {
  expect(deliveryProblem(later('2026-11-20', '14'), NOW)).toBe(REFUSED);
  expect(deliveryProblem(later('2026-11-20', '15'), NOW)).toBeUndefined();
});

test('accepts a day at most a year ahead, and requires a day', () => {
  expect(deliveryProblem(later('2027-11-20', '14'), NOW)).toBeUndefined();
  expect(deliveryProblem(later('2027-11-20', '15'), NOW)).toBe(REFUSED);
  expect(deliveryProblem(later('', '09'), NOW)).toBe('Please choose a day');
});

test('shows the hour in Nairobi, also after midnight UTC', () => {
  expect(nairobiHour(new Date('2026-12-24T05:00:00Z'))).toBe('08');
  expect(nairobiHour(new Date('2026-12-23T21:00:00Z'))).toBe('00');
});

test('offers days by the calendar in Nairobi', () => {
  expect(deliveryDays(new Date('2026-11-20T22:00:00Z'))).toEqual({ first: '2026-11-21', last: '2027-11-21' });
});

afterEach(async () => load('en'));

test('rejects an impossible time with a sentence in the screen’s language', async () => {
  await load('sw');
  await need('house');
  expect(deliveryProblem(later('2026-11-20', '14'), NOW)).toBe(gifts[REFUSED]);
});
