import { expect, test } from 'vitest';
import { amountToTake, quickAmountsOf } from './till-amount.ts';

test('accepts amounts in whole shillings from 1 up to the remaining value', () => {
  expect(amountToTake('1,200', 4_750)).toEqual({ amount: 1_200 });
  expect(amountToTake(' KES 4750 ', 4_750)).toEqual({ amount: 4_750 });
  for (const typed of ['0', '-5', '10.50', '1e3', 'all', '7K4MQ9TX2HVBW3NE'])
    expect(amountToTake(typed, 4_750)).toEqual({ problem: 'Please enter whole shillings' });
  expect(amountToTake('4751', 4_750)).toEqual({ problem: 'Only KES\u00a04,750 is left on this voucher' });
});

test('suggests the whole remaining value first, then round amounts below it', () => {
  expect(quickAmountsOf(4_750).map(({ label }) => label)).toEqual(['All 4,750', '500', '1,000', '2,000']);
  expect(quickAmountsOf(1_000).map(({ label }) => label)).toEqual(['All 1,000', '500']);
  expect(quickAmountsOf(80)).toEqual([{ label: 'All 80', amount: 80 }]);
});
