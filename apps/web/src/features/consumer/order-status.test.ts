import { orderStatus } from '@zawadi/contract/purchases';
import { expect, test } from 'vitest';
import { isSettled, orderStatusWord } from './order-status.ts';

test('S376 shows every status except COMPLETED and CANCELED as Pending', () => {
  expect(orderStatus.options.map((status) => [status, orderStatusWord(status)])).toEqual([
    ['REGISTERED', 'Pending'],
    ['PENDING', 'Pending'],
    ['COMPLETED', 'Completed'],
    ['CANCELED', 'Canceled'],
  ]);
});

test('polls a pending payment, but not a settled one', () => {
  expect(orderStatus.options.filter(isSettled)).toEqual(['COMPLETED', 'CANCELED']);
});
