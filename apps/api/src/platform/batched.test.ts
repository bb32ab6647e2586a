import { expect, test } from 'vitest';
import { batched } from './batcher.ts';

const onBatchError = () => {};

test('a function for one, made of one for all, answers each; where all fail, each is asked alone', async () => {
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

test('inputs that must be apart are in different batches, and none overtakes one of its own', async () => {
  const batches: number[][] = [];
  const same = batched(
    (inputs: number[]) => {
      batches.push(inputs);
      return Promise.resolve(inputs);
    },
    {
      maxBatch: 3,
      writers: 1,
      apartBy: (input) => [`tens ${Math.floor(input / 10)}`, `ones ${input % 10}`],
      onBatchError,
    },
  );
  await Promise.all([11, 12, 21, 33, 22, 44].map((input) => same(input)));
  // 12 and 21 must be apart from 11, and 22 from both; so it does not go before them.
  expect(batches).toEqual([[11, 33, 44], [12, 21], [22]]);
});
