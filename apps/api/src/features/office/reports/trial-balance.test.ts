import { adminLogin, trialBalance } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createAdministrator } from '../../people/administrators/index.ts';
import { fundPayoutFloat } from '../../services/postings/index.ts';
import { totalsOfTransfers } from './totals-store.ts';

let system: TestSystem;
let bearer: string;
beforeAll(async () => {
  system = await createTestSystem();
  const sign = { email: 'administrator@example.test', password: DEMO_PASSWORD };
  await createAdministrator(system.deps, { ...sign, name: 'Administrator', staffRole: 'administrator' });
  bearer = (await system.api.call(adminLogin, { body: sign })).accessToken;
});
afterAll(() => system.close());

async function read() {
  const { answer } = await system.call(trialBalance, { query: {} }, { bearer });
  const balanceOf = (wanted: string) => answer.accounts.find(({ kind }) => kind === wanted)?.balance ?? 0;
  return { ...answer, balanceOf };
}

test('every cent received is owed to a user, a merchant or M-PESA, or is our revenue', async () => {
  const before = await read();
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, await newTill(system), gift.code, { amount: 350 });
  const { balanceOf, difference, accounts } = await read();
  expect(difference).toBe(0);
  const addedTo = (kind: string) => balanceOf(kind) - before.balanceOf(kind);
  expect(addedTo('mpesa:collection')).toBe(100_000);
  expect(addedTo('voucher')).toBe(60_000);
  expect(addedTo('merchant')).toBe(35_000);
  expect(addedTo('revenue:deposit-fee')).toBe(5_000);
  for (const { side } of accounts) expect(['debit', 'credit']).toContain(side);
});

test('posts a deposit of float once, however often it is sent', async () => {
  const before = (await read()).balanceOf('mpesa:payout');
  const put = { causeId: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11', amountCents: 500_000n };
  await Promise.all([1, 2, 3].map(() => fundPayoutFloat(system.deps, put)));
  const { balanceOf, difference } = await read();
  expect(balanceOf('mpesa:payout') - before).toBe(500_000);
  expect(difference).toBe(0);
});

test('the trial balance shows a wrong stored balance as a difference', async () => {
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

test('S282 the trial balance of a past day reads that day’s transfers by index, however many there are', async () => {
  await system.owner.query(`
    insert into ledger.transfers (home_id, id, debit, credit, amount_cents, kind, posted_at, position)
    select home_id, gen_random_uuid(), 'voucher:' || home_id, 'merchant:' || home_id, 100, 'test',
      now() - interval '200 days' + n * interval '5 minutes', 1
    from (select gen_random_uuid() as home_id, n from generate_series(1, 50000) n) homes`);
  await system.owner.query('vacuum analyze ledger.transfers');
  const openDay = sql`(select greatest(up_to + 1, '2020-01-01'::date) from report_progress)`;
  const { rows } =
    await sql`explain ${totalsOfTransfers(openDay, sql`${nairobiDay(new Date())}::date`)}`.execute(
      system.deps.db,
    );
  await system.owner.query(`
    alter table ledger.transfers disable trigger user;
    delete from ledger.transfers where kind = 'test';
    alter table ledger.transfers enable trigger user`);
  expect(JSON.stringify(rows)).toContain('transfers_by_day');
  expect(JSON.stringify(rows)).not.toContain('Seq Scan on transfers');
});
