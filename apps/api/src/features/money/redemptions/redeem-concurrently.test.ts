import { randomUUID } from 'node:crypto';
import { claimVoucher } from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockBalances, readBalance } from '../../../ledger/index.ts';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift, makeGifts, type Gift } from '../../../testing/gifts.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { account } from '../../services/postings/index.ts';
import { expireVouchers } from '../vouchers/index.ts';
import { createRedeemer, type Redeemer } from './redeem-voucher.ts';

let system: TestSystem;
let dbs: Db[];
let redeemers: Redeemer[];
beforeAll(async () => {
  system = await createTestSystem();
  // Simulates two API processes, which share only the database: each has its own pool and batches.
  const url = system.deps.config.database.url ?? '';
  dbs = [1, 2].map((n) => openDatabase(url, { connections: 8, name: `process ${n}` }));
  redeemers = dbs.map((db) => createRedeemer({ ...system.deps, db }));
});
afterAll(() => system.close());

/** Redeems at the nth API process. */
async function redeemAt(
  n: number,
  till: Till,
  gift: Gift,
  request: { amount?: number; key?: string } = {},
): Promise<string> {
  const outcome = await redeemers[n % 2]?.redeem({
    merchantId: till.merchantId,
    id: gift.code,
    amountShillings: request.amount,
    idempotencyKey: request.key ?? randomUUID(),
    server: { channel: 'api', staffId: null },
    at: { placeId: till.merchantId, till: null },
  });
  if (!outcome) throw new Error('no such process');
  return 'answer' in outcome ? 'ok' : outcome.refusal.code;
}

function tally(outcomes: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

// The last test checks the results of all the others and stops both processes, so the order is fixed.
describe('concurrent redemptions', { shuffle: false }, () => {
  test('F21 fifty concurrent tills never redeem more than the voucher’s value', async () => {
    const gift = await makeGift(system, { amount: 1_000 });
    const till = await newTill(system);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => redeem(system, till, gift.code, { amount: 30 })),
    );
    expect(tally(replies.map(({ outcome }) => outcome))).toEqual({
      ok: 31,
      insufficient_voucher_balance: 19,
    });
    expect(await leftOn(system, gift)).toBe(20);
    expect(await owedTo(system, till)).toBe(930);
  });

  test('two processes that redeem the same vouchers by the same keys in opposite order do not deadlock', async () => {
    const gifts = await makeGifts(system, 20, { amount: 1_000 });
    const till = await newTill(system);
    for (let round = 0; round < 5; round += 1) {
      const requests = gifts.map((gift) => ({ gift, amount: 7, key: randomUUID() }));
      const there = requests.map(({ gift, ...request }) => redeemAt(0, till, gift, request));
      const back = requests.toReversed().map(({ gift, ...request }) => redeemAt(1, till, gift, request));
      expect(tally(await Promise.all([...there, ...back]))).toEqual({ ok: 40 });
    }
    expect(await owedTo(system, till)).toBe(700);
    for (const gift of gifts) expect(await leftOn(system, gift)).toBe(950 - 35);
  });

  test('F21 of two tills that redeem a whole voucher at two processes exactly one succeeds', async () => {
    const gifts = await makeGifts(system, 50, { amount: 500 });
    const tills = [await newTill(system), await newTill(system)];
    const pairs = await Promise.all(
      gifts.map((gift) => Promise.all(tills.map((till, n) => redeemAt(n, till, gift)))),
    );
    for (const pair of pairs) expect(pair.toSorted()).toEqual(['ok', 'voucher_used']);
    const owed = await Promise.all(tills.map((till) => owedTo(system, till)));
    expect(owed.reduce((sum, one) => sum + one, 0)).toBe(50 * 475);
  });

  test('one idempotency key sent to two processes concurrently is one redemption', async () => {
    const till = await newTill(system);
    for (const gift of await makeGifts(system, 10, { amount: 1_000 })) {
      const key = randomUUID();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, n) => redeemAt(n, till, gift, { amount: 100, key })),
      );
      expect(tally(outcomes)).toEqual({ ok: 20 });
      expect(await leftOn(system, gift)).toBe(850);
    }
    expect(await owedTo(system, till)).toBe(1_000);
  });

  test('a voucher that is locked for long delays no redemption of another voucher', async () => {
    const [held, ...free] = await makeGifts(system, 21, { amount: 1_000 });
    const till = await newTill(system);
    if (!held) throw new Error('no gift');
    let waiting = Promise.resolve('not asked');
    await system.deps.db.transaction().execute(async (tx) => {
      const { voucherId } = held;
      await lockBalances(tx, [{ homeId: voucherId, account: account.voucher(voucherId) }]);
      waiting = redeemAt(0, till, held, { amount: 100 });
      const others = await Promise.all(free.map((gift) => redeemAt(0, till, gift, { amount: 100 })));
      expect(tally(others)).toEqual({ ok: 20 });
    });
    expect(await waiting).toBe('ok');
    expect(await owedTo(system, till)).toBe(2_100);
  });

  test('refuses a voucher that is locked for more than two seconds; the same key works afterwards', async () => {
    const [gift, till, key] = [
      await makeGift(system, { amount: 1_000 }),
      await newTill(system),
      randomUUID(),
    ];
    await system.deps.db.transaction().execute(async (tx) => {
      const { voucherId } = gift;
      await lockBalances(tx, [{ homeId: voucherId, account: account.voucher(voucherId) }]);
      const refused = await redeem(system, till, gift.code, { amount: 100, key });
      expect(refused).toMatchObject({ status: 409, outcome: 'idempotency_key_in_use' });
    });
    expect((await redeem(system, till, gift.code, { amount: 100, key })).outcome).toBe('ok');
    expect(await leftOn(system, gift)).toBe(850);
  });

  test('F22 of a concurrent claim and redemption exactly one succeeds, in a hundred races', async () => {
    const recipient = await newConsumer(system);
    const gifts = await makeGifts(system, 100, { amount: 100, recipient });
    const till = await newTill(system);
    const credentials = { bearer: recipient.bearer };
    const race = async ({ claimToken, code }: Gift, n: number): Promise<string[]> => {
      const claim = () => system.call(claimVoucher, { body: { claimToken } }, credentials);
      const take = () => redeem(system, till, code);
      const [first, second] = n % 2 === 0 ? [claim(), take()] : [take(), claim()];
      return [(await first).outcome, (await second).outcome];
    };
    const races: string[][] = [];
    // Runs twenty races at a time: on a slow machine the last of a hundred would be refused as overload.
    while (races.length < gifts.length) {
      const some = gifts.slice(races.length, races.length + 20);
      races.push(...(await Promise.all(some.map(race))));
    }
    for (const pair of races) expect(pair.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    for (const loser of races.flat().filter((outcome) => outcome !== 'ok')) {
      expect(['voucher_used', 'voucher_claimed']).toContain(loser);
    }
    const walletBalance = await inWalletOf(recipient.user.id);
    expect(walletBalance + (await owedTo(system, till))).toBe(9_500);
  });

  test('F22 concurrent expiry, redemption and claim move a voucher’s value once', async () => {
    const recipient = await newConsumer(system);
    const gifts = await makeGifts(system, 60, { amount: 100, recipient });
    const till = await newTill(system);
    const expiredBefore = await expiredShillings();
    await system.owner.query('update vouchers set expires_at = $2 where id = any($1)', [
      gifts.map(({ voucherId }) => voucherId),
      new Date(Date.now() + 150),
    ]);
    await Promise.all([
      expireUntilEmpty(gifts),
      ...gifts.map(({ code, claimToken }, n) =>
        n % 2 === 0
          ? redeem(system, till, code, { amount: 40 })
          : system.call(claimVoucher, { body: { claimToken } }, { bearer: recipient.bearer }),
      ),
    ]);
    const expired = (await expiredShillings()) - expiredBefore;
    const moved = (await inWalletOf(recipient.user.id)) + (await owedTo(system, till)) + expired;
    expect(moved).toBe(60 * 95);
  });

  test('the concurrent redemptions above caused no deadlock', async () => {
    await Promise.all(redeemers.map((redeemer) => redeemer.drain()));
    await Promise.all(dbs.map((db) => db.destroy()));
    // PostgreSQL counts a connection's deadlocks only after the connection has ended.
    await eventually('every connection to end', async () => {
      const { rows } = await system.owner.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name like 'process %'`,
      );
      return rows.length === 0 ? true : undefined;
    });
    const { rows } = await system.owner.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});

async function expireUntilEmpty(gifts: Gift[]): Promise<void> {
  await eventually('every voucher to end', async () => {
    await expireVouchers(system.deps);
    const left = await Promise.all(gifts.map((gift) => leftOn(system, gift)));
    return left.every((shillings) => shillings === 0) ? true : undefined;
  });
}

async function expiredShillings(): Promise<number> {
  return Number(await readBalance(system.deps.db, { account: account.expired })) / 100;
}

async function inWalletOf(userId: string): Promise<number> {
  const wallet = { homeId: userId, account: account.wallet(userId) };
  return Number(await readBalance(system.deps.db, wallet)) / 100;
}
