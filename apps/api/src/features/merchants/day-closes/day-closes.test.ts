import { checkCount, closeDay, confirmDayClose, merchantOverview, noteBill } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyFor, dayCloseCalls } from '../../../testing/day-close-calls.ts';
import { newShop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const { sell, reverse, openOf, close, closesOf } = dayCloseCalls(() => system);

test('a cashier closes each till apart, and later redemptions and reversals count in the next close', async () => {
  const shop = await newShop(system);
  const first = await sell(shop.cashier, 300, { till: 'Till 1', bill: { total: 500, paidBy: 'cash' } });
  const undone = await sell(shop.cashier, 100, { till: 'Till 1', bill: { total: 150, paidBy: 'cash' } });
  await sell(shop.cashier, 200, { till: 'Till 1', bill: { total: 900, paidBy: 'card' } });
  await reverse(shop.manager, undone);
  await sell(shop.cashier, 50, { till: 'Till 2' });
  await sell(shop.owner, 70, { till: 'Till 1' });

  const open = await openOf(shop.cashier);
  expect(open.map(({ till }) => till)).toEqual(['Till 2', 'Till 1']);
  const tillOne = open[1];
  if (!tillOne) throw new Error('till 1 is not open');
  const figures = {
    redemptions: 3,
    redeemed: 600,
    reversals: 1,
    reversed: 100,
    net: 500,
    cash: 200,
    card: 700,
    mpesa: 0,
  };
  expect(tillOne).toMatchObject(figures);
  const query = { placeId: tillOne.placeId, till: 'Till 1', counted: 180 };
  expect((await system.call(checkCount, { query }, shop.cashier)).answer).toMatchObject({ difference: -20 });

  const body = { ...bodyFor(tillOne, 180), note: 'A coin fell' };
  const { answer: closed } = await system.call(closeDay, { body }, shop.cashier);
  expect(closed).toMatchObject({
    ...figures,
    number: 1,
    till: 'Till 1',
    closedBy: 'Juma Cash',
    counted: 180,
    difference: -20,
    note: 'A coin fell',
    canBeConfirmed: false,
    isOwn: true,
  });
  expect((await system.call(closeDay, { body }, shop.cashier)).answer).toEqual(closed);

  await sell(shop.cashier, 30, { till: 'Till 1' });
  await reverse(shop.owner, first);
  const next = (await openOf(shop.cashier)).find(({ till }) => till === 'Till 1');
  expect(next).toMatchObject({
    since: closed.closedAt,
    redemptions: 1,
    redeemed: 30,
    reversals: 1,
    reversed: 300,
    net: -270,
    cash: -200,
  });
  expect(await closesOf(shop.cashier)).toEqual([closed]);
});

test('closes nothing if there is nothing, or if the figures have changed since', async () => {
  const { cashier } = await newShop(system);
  await sell(cashier, 100);
  const [seen] = await openOf(cashier);
  if (!seen) throw new Error('nothing is open');
  await sell(cashier, 100);
  expect((await system.call(closeDay, { body: bodyFor(seen, 0) }, cashier)).outcome).toBe(
    'day_close_changed',
  );
  expect(await close(cashier, 0)).toMatchObject({ redemptions: 2, net: 200 });
  expect(await openOf(cashier)).toEqual([]);
  expect((await system.call(closeDay, { body: bodyFor(seen, 0) }, cashier)).outcome).toBe('day_close_empty');
  const query = { placeId: seen.placeId, counted: 0 };
  expect((await system.call(checkCount, { query }, cashier)).outcome).toBe('day_close_empty');
});

test('two closes at the same time count each redemption once', async () => {
  const { cashier } = await newShop(system);
  await sell(cashier, 100);
  const [seen] = await openOf(cashier);
  if (!seen) throw new Error('nothing is open');
  const both = await Promise.all(
    [1, 2].map(() => system.call(closeDay, { body: bodyFor(seen, 0) }, cashier)),
  );
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['day_close_empty', 'ok']);
  expect(await closesOf(cashier)).toHaveLength(1);
});

test('a redemption that commits after a close with an earlier time counts in the next close', async () => {
  const { cashier } = await newShop(system);
  await sell(cashier, 100);
  const { closedAt } = await close(cashier, 0);
  const late = await sell(cashier, 40);
  await system.owner.query(
    `update redemptions set redeemed_at = $2::timestamptz - interval '1 second' where id = $1`,
    [late, closedAt],
  );
  expect(await openOf(cashier)).toMatchObject([{ redemptions: 1, net: 40 }]);
});

test('the bill of a closed redemption cannot change', async () => {
  const { cashier } = await newShop(system);
  const redemptionId = await sell(cashier, 100);
  await close(cashier, 0);
  const body = { redemptionId, total: 300, paidBy: 'cash' } as const;
  expect((await system.call(noteBill, { body }, cashier)).outcome).toBe('bill_closed');
});

test('another owner or manager confirms a close once, with a note on a difference', async () => {
  const shop = await newShop(system);
  await sell(shop.cashier, 100, { bill: { total: 400, paidBy: 'cash' } });
  const { closeId } = await close(shop.cashier, 290);
  await sell(shop.manager, 60);
  const { closeId: managers } = await close(shop.manager, 0);
  const waiting = async () =>
    (await system.call(merchantOverview, { query: {} }, shop.owner)).answer.closesToConfirm;
  expect(await waiting()).toBe(2);
  const confirm = (by: Worker, id: string, note?: string) =>
    system.call(confirmDayClose, { params: { closeId: id }, body: { note } }, by);

  expect((await confirm(shop.cashier, closeId, 'Mine')).outcome).toBe('forbidden');
  expect((await confirm(shop.manager, managers)).outcome).toBe('day_close_own');
  expect((await confirm(shop.manager, closeId)).outcome).toBe('day_close_needs_note');
  const { answer } = await confirm(shop.manager, closeId, 'A coin was found');
  expect(answer).toMatchObject({
    difference: -10,
    confirmed: { by: 'Moses Maina', note: 'A coin was found', isBySamePerson: false },
    canBeConfirmed: false,
  });
  expect((await confirm(shop.manager, closeId, 'Again')).answer).toEqual(answer);
  expect((await confirm(shop.owner, closeId, 'Me too')).outcome).toBe('day_close_confirmed');
  expect((await confirm(shop.owner, managers)).answer.confirmed).toMatchObject({
    by: 'Njeri Kamau',
    note: '',
  });
  expect(await waiting()).toBe(0);
});

test('the only owner confirms an own close, which then says so', async () => {
  const shop = await newShop(system);
  await sell(shop.owner, 100);
  const { closeId, canBeConfirmed } = await close(shop.owner, 0);
  expect(canBeConfirmed).toBe(false);
  await system.owner.query(`update merchant_staff set status = 'DISABLED' where id = $1`, [
    shop.manager.staffId,
  ]);
  expect((await closesOf(shop.owner))[0]?.canBeConfirmed).toBe(true);
  const { answer } = await system.call(confirmDayClose, { params: { closeId }, body: {} }, shop.owner);
  expect(answer.confirmed).toMatchObject({ by: 'Njeri Kamau', isBySamePerson: true });
});
