import {
  addPlace,
  addressOf,
  closeDay,
  confirmDayClose,
  dayClosePdf,
  dayClosesCsv,
  listDayCloses,
  merchantReport,
  type Endpoint,
  type OpenDay,
} from '@zawadi/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { explainPlan } from '../../../testing/explain-plan.ts';
import { bodyFor, dayCloseCalls } from '../../../testing/day-close-calls.ts';
import { newPlaceManager } from '../../../testing/place-managers.ts';
import { hire, newShop, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { openEntries } from './open-store.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const { sell, reverse, openOf, close, closesOf } = dayCloseCalls(() => system);

test('a till that is no longer used does not have open days read its staff’s redemptions of a year', async () => {
  const shop = await newShop(system);
  const { staffId } = shop.cashier;
  for (const till of ['Old till', 'Till 1']) {
    await sell(shop.cashier, 100, { till });
    await close(shop.cashier, 0);
  }
  await system.owner.query(
    `update day_closes set closed_at = closed_at - interval '300 days' where staff_id = $1 and till = 'Old till'`,
    [staffId],
  );
  await system.owner.query(
    `insert into redemptions (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, redeemed_at,
       place_id, staff_id, till)
     select gen_random_uuid(), gen_random_uuid(), $1, 100, 0, 'portal',
       now() - interval '1 hour' - n * interval '20 minutes', $1, $2, 'Till 1'
     from generate_series(1, 20000) n`,
    [shop.merchantId, staffId],
  );
  await system.owner.query('vacuum analyze redemptions');
  await sell(shop.cashier, 50, { till: 'Till 1' });
  expect(await openOf(shop.cashier)).toMatchObject([{ till: 'Till 1', redemptions: 1, redeemed: 50 }]);
  const { nodes } = await explainPlan(system.deps.db, openEntries(staffId));
  const read = nodes
    .filter((node) => node['Relation Name'] === 'redemptions')
    .map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
  expect(Math.max(...read)).toBeLessThan(100);
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

test('a manager of one place lists and confirms only closes made there', async () => {
  const shop = await newShop(system);
  const manager = await newPlaceManager(system, shop);
  await sell(shop.cashier, 100);
  const elsewhere = await close(shop.cashier, 0);
  await sell(shop.owner, 200, { placeId: manager.placeId });
  const there = await close(shop.owner, 0);
  const confirm = async (by: Worker, { closeId }: { closeId: string }) =>
    (await system.call(confirmDayClose, { params: { closeId }, body: {} }, by)).outcome;
  const params = { closeId: elsewhere.closeId };
  expect((await closesOf(manager)).map(({ number }) => number)).toEqual([there.number]);
  expect((await download(dayClosePdf, { params }, manager)).statusCode).toBe(404);
  expect(await confirm(manager, elsewhere)).toBe('not_found');
  expect(await confirm(shop.owner, there)).toBe('day_close_own');
  expect(await confirm(manager, there)).toBe('ok');
});

test('an owner confirms their own close where no manager works', async () => {
  const shop = await newShop(system);
  await newPlaceManager(system, shop);
  await system.owner.query(`update merchant_staff set status = 'DISABLED' where id = $1`, [
    shop.manager.staffId,
  ]);
  await sell(shop.owner, 200);
  const { closeId } = await close(shop.owner, 0);
  const reply = await system.call(confirmDayClose, { params: { closeId }, body: {} }, shop.owner);
  expect(reply.answer.confirmed).toMatchObject({ isBySamePerson: true });
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
