import { adminLogin, trialBalance } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createAdministrator } from '../../access/administrators/index.ts';
import { fundPayoutFloat } from '../../money/postings/index.ts';

let system: TestSystem;
let bearer: string;
beforeAll(async () => {
  system = await createTestSystem();
  const sign = { email: 'boss@example.test', password: DEMO_PASSWORD };
  await createAdministrator(system.deps, { ...sign, name: 'Boss', staffRole: 'administrator' });
  bearer = (await system.api.call(adminLogin, { body: sign })).accessToken;
});
afterAll(() => system.close());

async function read() {
  const { answer } = await system.call(trialBalance, { query: {} }, { bearer });
  const balanceOf = (wanted: string) => answer.accounts.find(({ kind }) => kind === wanted)?.balance ?? 0;
  return { ...answer, balanceOf };
}

test('every cent that came in is owed to a user, a merchant or M-PESA, or is revenue', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, await newTill(system), gift.code, { amount: 350 });
  const { balanceOf, difference, accounts } = await read();
  expect(difference).toBe(0);
  expect(balanceOf('mpesa:collection')).toBe(100_000);
  expect(balanceOf('voucher')).toBe(60_000);
  expect(balanceOf('merchant')).toBe(35_000);
  expect(balanceOf('revenue:deposit-fee')).toBe(5_000);
  for (const { side } of accounts) expect(['debit', 'credit']).toContain(side);
});

test('the same float is booked once, however often it is sent', async () => {
  const before = (await read()).balanceOf('mpesa:payout');
  const put = { causeId: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11', amountCents: 500_000n };
  await Promise.all([1, 2, 3].map(() => fundPayoutFloat(system.deps, put)));
  const { balanceOf, difference } = await read();
  expect(balanceOf('mpesa:payout') - before).toBe(500_000);
  expect(difference).toBe(0);
});

test('a stored balance that is wrong shows as a difference', async () => {
  const { voucherId } = await makeGift(system, { amount: 1_000 });
  const add = (cents: number) =>
    system.owner.query(
      'update ledger.strict_balances set balance_cents = balance_cents + $2 where home_id = $1',
      [voucherId, cents],
    );
  await add(1);
  expect((await read()).difference).toBe(-1);
  await add(-1);
  expect((await read()).difference).toBe(0);
});
