import { expect, test } from 'vitest';
import { requestIdOfSame } from './gift-draft.ts';
import { emptyGift } from './gift-form.ts';

const gift = { ...emptyGift, amount: '5,000', fullName: 'Brian Otieno' };
const draft = { typed: gift, registered: { requestId: '9f3c71a2-1b2c-4d5e-8f90-123456789abc', gift } };

test('going back and on again without a change is the same gift', () => {
  expect(requestIdOfSame({ ...gift }, draft)).toBe('9f3c71a2-1b2c-4d5e-8f90-123456789abc');
});

test('any change makes it another gift', () => {
  expect(requestIdOfSame({ ...gift, amount: '5,001' }, draft)).toBeUndefined();
  expect(requestIdOfSame({ ...gift, cloth: 'eid' }, draft)).toBeUndefined();
  expect(requestIdOfSame(gift, { typed: gift })).toBeUndefined();
});
