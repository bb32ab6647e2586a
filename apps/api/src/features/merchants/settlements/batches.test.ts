import { randomUUID } from 'node:crypto';
import { settlementSummary, settlementTransactions } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postOrThrow, post } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import {
  createSettlingSystem,
  earn,
  moveToYesterday,
  newAdministrator,
  newPayee,
  settleOne,
  untilPaid,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';
import { account } from '../../services/postings/index.ts';
import { readCutOffs } from './due-store.ts';
import { makeBatches } from './make-batches.ts';
import { makeDueBatches } from './make-due-batches.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  administrator = await newAdministrator(system);
});
afterAll(() => system.close());

const till = { kind: 'till', tillNumber: '123456' } as const;

/** Adjusts what a merchant is owed, as an administrator does. */
function adjust(shop: Payee, shillings: number) {
  const own = account.merchant(shop.merchantId);
  const [debit, credit] = shillings > 0 ? ['adjustments', own] : [own, 'adjustments'];
  const amount = BigInt(Math.abs(shillings)) * 100n;
  const transfer = { id: randomUUID(), homeId: shop.merchantId, kind: 'adjustment', debit, credit, amount };
  return inTransaction(system.deps.db, (tx) => postOrThrow(tx, [{ transfers: [transfer] }]));
}

async function makeNow(shop: Payee) {
  const { now: cutOffAt } = await readCutOffs(system.deps.db);
  return makeBatches(system.deps, { merchantId: shop.merchantId, cutOffAt });
}

async function batchesOf({ merchantId }: Payee) {
  const { rows } = await system.owner.query<{
    shillings: number;
    fee: number;
    count: number;
    status: string;
  }>(
    `select (amount_cents / 100)::int as shillings, (fee_cents / 100)::int as fee, transaction_count as count, status
     from settlements where merchant_id = $1 order by created_at, id`,
    [merchantId],
  );
  return rows;
}

test('a batch includes earnings up to the last midnight, and no later ones', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 300, 400);
  await moveToYesterday(system, shop);
  await earn(system, shop, 500);
  const { midnight: cutOffAt } = await readCutOffs(system.deps.db);
  await makeBatches(system.deps, { merchantId: shop.merchantId, cutOffAt });
  expect(await batchesOf(shop)).toEqual([{ shillings: 700, fee: 7, count: 2, status: 'PENDING' }]);
  expect(await owedTo(system, shop)).toBe(500);
  await makeBatches(system.deps, { merchantId: shop.merchantId, cutOffAt });
  expect(await batchesOf(shop)).toHaveLength(1);
});

test('splits earnings above 250,000 into several batches, and splits no entry', async () => {
  const shop = await newPayee(system, till);
  for (const amount of [200_000, 100_000, 150_000, 60_000]) await adjust(shop, amount);
  await makeNow(shop);
  expect((await batchesOf(shop)).map(({ shillings }) => shillings)).toEqual([200_000, 250_000, 60_000]);
  expect(await owedTo(system, shop)).toBe(0);
});

test('an entry above 250,000 delays no other entry, and opens a review', async () => {
  const shop = await newPayee(system, till);
  await adjust(shop, 250_001);
  await adjust(shop, 70);
  await makeNow(shop);
  expect((await batchesOf(shop)).map(({ shillings }) => shillings)).toEqual([70]);
  const { rows } = await system.owner.query(
    `select kind from reviews where kind = 'settlement_entry_too_large' and details ->> 'merchantId' = $1`,
    [shop.merchantId],
  );
  expect(rows).toHaveLength(1);
});

test('leaves earnings below 10 shillings to a later batch', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 9);
  await makeNow(shop);
  expect(await batchesOf(shop)).toEqual([]);
  expect(await owedTo(system, shop)).toBe(9);
  await earn(system, shop, 1);
  await makeNow(shop);
  expect(await batchesOf(shop)).toEqual([{ shillings: 10, fee: 0, count: 2, status: 'PENDING' }]);
});

test('makes no batch for a merchant without a pay-out channel', async () => {
  const shop = await newPayee(system);
  await earn(system, shop, 500);
  await makeNow(shop);
  expect(await batchesOf(shop)).toEqual([]);
  const { answer } = await system.call(settlementSummary, {}, { bearer: shop.bearer });
  expect(answer).toMatchObject({ hasPayoutChannel: false, notYetBatched: 500, pendingSettlements: 0 });
  expect(answer.averageSettlement).toBeUndefined();
});

test('subtracts debits since midnight, so that no batch exceeds what the merchant is owed', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 1_000);
  await moveToYesterday(system, shop);
  await adjust(shop, -800);
  const { midnight: cutOffAt } = await readCutOffs(system.deps.db);
  await makeBatches(system.deps, { merchantId: shop.merchantId, cutOffAt });
  expect(await batchesOf(shop)).toEqual([{ shillings: 200, fee: 2, count: 2, status: 'PENDING' }]);
  expect(await owedTo(system, shop)).toBe(0);
});

test('F30 eight concurrent workers put each entry into exactly one batch', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 100, 200, 300, 400, 500);
  await Promise.all(Array.from({ length: 8 }, () => makeNow(shop)));
  expect(await batchesOf(shop)).toEqual([{ shillings: 1_500, fee: 15, count: 5, status: 'PENDING' }]);
  expect(await owedTo(system, shop)).toBe(0);
});

test('a reversal during batching is either in the batch or refused', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 600);
  const own = account.merchant(shop.merchantId);
  const takeBack = () =>
    inTransaction(system.deps.db, (tx) =>
      post(tx, [
        {
          transfers: [
            {
              id: randomUUID(),
              homeId: shop.merchantId,
              kind: 'adjustment',
              debit: own,
              credit: 'adjustments',
              amount: 10_000n,
            },
          ],
        },
      ]),
    );
  const [, ...outcomes] = await Promise.all([makeNow(shop), ...Array.from({ length: 9 }, takeBack)]);
  const taken = outcomes.flat().filter((one) => 'outcome' in one && one.outcome === 'posted').length * 100;
  await makeNow(shop);
  const batched = (await batchesOf(shop)).reduce((sum, { shillings }) => sum + shillings, 0);
  expect(batched + (await owedTo(system, shop)) + taken).toBe(600);
});

test('a suspended merchant’s batches wait until it is active again', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 500);
  await system.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [shop.merchantId]);
  await makeNow(shop);
  expect(await batchesOf(shop)).toEqual([]);
  await system.owner.query(`update merchants set status = 'ACTIVE' where id = $1`, [shop.merchantId]);
  await makeNow(shop);
  expect(await batchesOf(shop)).toHaveLength(1);
});

test('makes a merchant’s batches once per scheduled time', async () => {
  const shop = await newPayee(system, { kind: 'mpesa', msisdn: newPerson('Duka', 'Moja').phoneNumber });
  await earn(system, shop, 500);
  await moveToYesterday(system, shop);
  await makeDueBatches(system.deps);
  expect(await batchesOf(shop)).toEqual([]);
  await system.owner.query(
    `update merchants set created_at = now() - interval '3 days', settlement_hour = 0 where id = $1`,
    [shop.merchantId],
  );
  await Promise.all([makeDueBatches(system.deps), makeDueBatches(system.deps)]);
  expect(await batchesOf(shop)).toHaveLength(1);
  await earn(system, shop, 500);
  await moveToYesterday(system, shop);
  await makeDueBatches(system.deps);
  expect(await batchesOf(shop)).toHaveLength(1);
});

test('only the merchant of a batch can list its entries', async () => {
  const [shop, other] = [await newPayee(system, till), await newPayee(system, till)];
  await earn(system, shop, 500, 200);
  await adjust(shop, -100);
  const batch = await settleOne(system, administrator, shop);
  await untilPaid(system, shop, batch);
  const ask = (bearer: string, query: object) =>
    system.call(settlementTransactions, { params: { batchId: batch.batchId }, query }, { bearer });
  const first = await ask(shop.bearer, { limit: 2 });
  const second = await ask(shop.bearer, { limit: 2, cursor: first.answer.nextCursor });
  const all = [...first.answer.transactions, ...second.answer.transactions];
  expect(all.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['redemption', 500],
    ['redemption', 200],
    ['adjustment', -100],
  ]);
  expect(second.answer.nextCursor).toBeUndefined();
  expect((await ask(other.bearer, {})).outcome).toBe('not_found');
});

test('F33 after a restore, an administrator must approve a merchant’s first batch and batches of earlier earnings', async () => {
  const [shop, joinedSince] = [await newPayee(system, till), await newPayee(system, till)];
  await earn(system, shop, 1_000);
  const approvals = async ({ merchantId }: Payee) =>
    (
      await system.owner.query<{ needsApproval: boolean }>(
        `select needs_approval as "needsApproval" from settlements where merchant_id = $1 order by created_at, id`,
        [merchantId],
      )
    ).rows.map(({ needsApproval }) => needsApproval);
  await system.owner.query(
    `insert into restores (id, known_until, ran_until, opened_at) values (gen_random_uuid(), now(), now(), now())`,
  );
  try {
    await makeNow(shop);
    await earn(system, shop, 1_100);
    await makeNow(shop);
    expect(await approvals(shop)).toEqual([true, true]);
    await system.owner.query(
      `update settlements set status = 'PROCESSING', attempt_id = gen_random_uuid()
       where merchant_id = $1 and amount_cents = 100000`,
      [shop.merchantId],
    );
    await earn(system, shop, 1_200);
    await makeNow(shop);
    expect(await approvals(shop)).toEqual([true, true, false]);
    await system.owner.query('update merchants set created_at = now() where id = $1', [
      joinedSince.merchantId,
    ]);
    await earn(system, joinedSince, 1_000);
    await makeNow(joinedSince);
    expect(await approvals(joinedSince)).toEqual([false]);
  } finally {
    await system.owner.query('delete from restores');
  }
});
