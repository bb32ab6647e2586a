import { listTransactionsByMachine } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockBalances } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { readWaiting } from '../../../testing/lock-waits.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { owedTo, type Till } from '../../../testing/tills.ts';
import { until } from '../../../testing/until.ts';
import { account } from '../../services/postings/index.ts';

const CONNECTIONS = 10;
const CROWD = 300;

let system: TestSystem;
let busy: Till;
let other: Till;
beforeAll(async () => {
  system = await createTestSystem({ DATABASE_CONNECTIONS: String(CONNECTIONS) });
  [busy, other] = [await newFundedTill(system), await newFundedTill(system)];
});
afterAll(() => system.close());

test('one merchant’s waiting calls, as during a large settlement batch, delay no other merchant', async () => {
  const batch = await holdBalanceOf(busy);
  const piled = Array.from({ length: 3 * CONNECTIONS }, () => issue(system, busy, { amount: 1 }));
  try {
    await until(async () => expect((await readWaiting(system.deps.db)).length).toBeGreaterThanOrEqual(4));
    // Succeeds while the other merchant's calls wait. If it had to wait for them, the test would time out.
    expect((await issue(system, other, { amount: 1 })).outcome).toBe('ok');
    const list = await system.call(listTransactionsByMachine, { query: {} }, { basic: other.basic });
    expect(list.answer.data).toHaveLength(2);
    expect((await readWaiting(system.deps.db)).length).toBeGreaterThanOrEqual(4);
  } finally {
    await batch.end();
  }
  const outcomes = (await Promise.all(piled)).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['ok']));
  expect(await owedTo(system, busy)).toBe(950 - 3 * CONNECTIONS);
});

test('a program that requests hundreds of pages at once does not block other readers', async () => {
  let answered = 0;
  const read = async (till: Till) => {
    await system.call(listTransactionsByMachine, { query: {} }, { basic: till.basic });
    answered += 1;
  };
  const crowd = Array.from({ length: CROWD }, () => read(busy));
  await until(() => expect(answered).toBeGreaterThan(10));
  await read(other);
  // In order of arrival, this call would be answered last.
  expect(answered).toBeLessThan(CROWD);
  await Promise.all(crowd);
});

/** Locks a merchant's balance, as the worker does while it makes a batch. */
async function holdBalanceOf({ merchantId }: Till): Promise<{ end: () => Promise<void> }> {
  const ended = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = inTransaction(system.deps.db, async (tx) => {
    await lockBalances(tx, [{ homeId: merchantId, account: account.merchant(merchantId) }]);
    isHeld.resolve();
    await ended.promise;
  });
  await isHeld.promise;
  return {
    end: () => {
      ended.resolve();
      return holding;
    },
  };
}
