import { expect, test } from 'vitest';
import { batched } from './batcher.ts';

const onBatchError = () => {};

test('a batched function answers each caller, and runs each input alone if its batch fails', async () => {
  const asked: number[][] = [];
  const tenfold = batched(
    (inputs: number[]) => {
      asked.push(inputs);
      if (inputs.includes(3)) throw new Error('no 3');
      return Promise.resolve(inputs.map((input) => input * 10));
    },
    { onBatchError },
  );
  const settled = await Promise.allSettled([1, 2, 3].map((input) => tenfold(input)));
  expect(settled).toMatchObject([{ value: 10 }, { value: 20 }, { reason: { message: 'no 3' } }]);
  expect(asked).toEqual([[1, 2, 3], [1], [2], [3]]);
});
