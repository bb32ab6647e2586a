import { randomUUID } from 'node:crypto';
import {
  addPlace,
  addressOf,
  checkCount,
  closeDay,
  confirmDayClose,
  dayClosePdf,
  dayClosesCsv,
  listDayCloses,
  merchantOverview,
  merchantReport,
  noteBill,
  openDays,
  redeemAtTill,
  reverseAtTill,
  type DayClose,
  type Endpoint,
  type OpenDay,
} from '@zawadi/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { hire, newShop, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

type Bill = { total: number; paidBy: 'cash' | 'card' };

/** Redeems a part of a new voucher at a till, and notes the bill if there is one. */
async function sell(
  worker: Worker,
  amount: number,
  { till, placeId, bill }: { till?: string; placeId?: string; bill?: Bill } = {},
): Promise<string> {
  const { code } = await makeGift(system, { amount: 1_000 });
  const body = { code, amount, attemptId: randomUUID(), till, placeId };
  const { redemptionId } = (await system.call(redeemAtTill, { body }, worker)).answer;
  if (bill) await system.call(noteBill, { body: { redemptionId, ...bill } }, worker);
  return redemptionId;
}

const reverse = (by: Worker, redemptionId: string) =>
  system.call(reverseAtTill, { body: { redemptionId } }, by);

const openOf = async (worker: Worker): Promise<OpenDay[]> =>
  (await system.call(openDays, {}, worker)).answer.open;

function bodyFor({ placeId, till, redemptions, reversals, net, cash }: OpenDay, counted: number) {
  return { placeId, till, attemptId: randomUUID(), counted, seen: { redemptions, reversals, net, cash } };
}

/** Closes the only open day of a person. */
async function close(worker: Worker, counted: number, note = ''): Promise<DayClose> {
  const [open] = await openOf(worker);
  if (!open) throw new Error('nothing is open');
  return (await system.call(closeDay, { body: { ...bodyFor(open, counted), note } }, worker)).answer;
}

const closesOf = async (worker: Worker, query = {}) =>
  (await system.call(listDayCloses, { query }, worker)).answer.closes;

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

test('lists closes by place, person, day and state, page by page; a cashier sees only their own', async () => {
  const shop = await newShop(system);
  const added = await system.call(addPlace, { body: { name: 'Westlands', ...NO_DETAILS } }, shop.owner);
  const placeId = added.answer.places.find(({ name }) => name === 'Westlands')?.placeId;
  await sell(shop.cashier, 100);
  await close(shop.cashier, 0);
  await sell(shop.manager, 200, { placeId });
  const managers = await close(shop.manager, 50);
  await system.call(
    confirmDayClose,
    { params: { closeId: managers.closeId }, body: { note: 'Her own coins' } },
    shop.owner,
  );
  const numbers = async (query: object, by = shop.owner) =>
    (await closesOf(by, query)).map(({ number }) => number);
  const today = nairobiDay(new Date());
  expect(await numbers({})).toEqual([2, 1]);
  expect(await numbers({}, shop.cashier)).toEqual([1]);
  expect(await numbers({ placeId })).toEqual([2]);
  expect(await numbers({ staffId: shop.cashier.staffId })).toEqual([1]);
  expect(await numbers({ staffId: shop.manager.staffId }, shop.cashier)).toEqual([]);
  expect(await numbers({ state: 'waiting' })).toEqual([1]);
  expect(await numbers({ state: 'confirmed' })).toEqual([2]);
  expect(await numbers({ state: 'difference' })).toEqual([2]);
  expect(await numbers({ from: today, to: today })).toEqual([2, 1]);
  expect(await numbers({ to: '2020-01-01' })).toEqual([]);
  const { answer: page } = await system.call(listDayCloses, { query: { limit: 1 } }, shop.owner);
  expect(page.people.map(({ name }) => name)).toEqual(['Juma Cash', 'Moses Maina']);
  expect(await numbers({ cursor: page.nextCursor })).toEqual([1]);

  const params = { closeId: managers.closeId };
  const pdf = await download(dayClosePdf, { params }, shop.owner);
  expect(pdf.headers['content-disposition']).toContain('day-close-2.pdf');
  expect(pdf.body.slice(0, 5)).toBe('%PDF-');
  expect((await download(dayClosePdf, { params }, shop.cashier)).statusCode).toBe(404);
  const file = await download(dayClosesCsv, { query: { state: 'difference' } }, shop.owner);
  const rows: Record<string, string>[] = parse(file.body, { bom: true, columns: true });
  expect(rows).toMatchObject([
    {
      Number: '2',
      'Closed by': 'Moses Maina',
      Place: 'Westlands',
      'Net (KES)': '200',
      'Counted cash (KES)': '50',
      'Difference (KES)': '50',
      State: 'Confirmed',
      'Note of confirmation': 'Her own coins',
    },
  ]);
});

test('closes and open days together are the sums of the report, for each person and place', async () => {
  const shop = await newShop(system);
  const second = await hire(system, shop.merchantId, 'cashier', 'Asha Till');
  const added = await system.call(addPlace, { body: { name: 'Karen', ...NO_DETAILS } }, shop.owner);
  const placeId = added.answer.places.find(({ name }) => name === 'Karen')?.placeId;
  for (const [n, worker] of [shop.cashier, second, shop.cashier, shop.owner].entries()) {
    await sell(worker, 100 + n, { till: `Till ${n % 2}`, placeId: n === 1 ? placeId : undefined });
    const undone = await sell(worker, 10 + n, { till: 'Till 0' });
    if (n === 1) await closeAll(worker);
    if (n % 2 === 1) await reverse(shop.manager, undone);
    if (n === 2) await closeAll(worker);
  }
  const parts: (OpenDay & { who: string })[] = (await closesOf(shop.owner)).map((one) => ({
    ...one,
    who: one.closedBy,
  }));
  for (const [who, worker] of peopleOf(shop, second))
    parts.push(...(await openOf(worker)).map((one) => ({ ...one, who })));
  const today = nairobiDay(new Date());
  const { answer: report } = await system.call(
    merchantReport,
    { query: { from: today, to: today } },
    shop.owner,
  );
  expect(parts.length).toBeGreaterThan(5);
  expect(Object.fromEntries(report.byStaff.map(({ servedBy, ...line }) => [servedBy, line]))).toEqual(
    sumsBy(parts, ({ who }) => who),
  );
  expect(Object.fromEntries(report.byPlace.map(({ place, ...line }) => [place, line]))).toEqual(
    sumsBy(parts, ({ place }) => place),
  );
});

const NO_DETAILS = { category: '', town: '', street: '', phoneNumber: '', mapLink: '' } as const;

const peopleOf = (shop: Shop, second: Worker): [string, Worker][] => [
  ['Juma Cash', shop.cashier],
  ['Asha Till', second],
  ['Njeri Kamau', shop.owner],
];

const download = (endpoint: Endpoint, input: { params?: object; query?: object }, { bearer }: Worker) =>
  system.http.inject({ url: addressOf(endpoint, input), headers: { authorization: `Bearer ${bearer}` } });

async function closeAll(worker: Worker): Promise<void> {
  for (const open of await openOf(worker))
    expect((await system.call(closeDay, { body: bodyFor(open, 0) }, worker)).outcome).toBe('ok');
}

/** Adds the figures of closes and open days up to lines of a report. */
function sumsBy<Part extends OpenDay>(parts: readonly Part[], nameOf: (part: Part) => string) {
  const groups = Map.groupBy(parts, nameOf);
  const sum = (some: readonly Part[], of: (part: Part) => number) =>
    some.reduce((all, one) => all + of(one), 0);
  return Object.fromEntries(
    [...groups].map(([name, some]) => [
      name,
      {
        redemptions: sum(some, (one) => one.redemptions),
        redeemed: sum(some, (one) => one.redeemed),
        reversals: sum(some, (one) => one.reversals),
        reversed: sum(some, (one) => one.reversed),
        sales: sum(some, (one) => one.net),
      },
    ]),
  );
}
