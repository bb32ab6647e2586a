import {
  addMember,
  addPlace,
  closePlace,
  findShops,
  holdVoucher,
  listPlaces,
  listTransactionsByMachine,
  makeApiKey,
  merchantReport,
  merchantTransactions,
  merchantTransactionsCsv,
  PLACES_AT_MOST,
  redeemAtTill,
  updateMember,
  updateOpeningHours,
  updatePlace,
  viewVoucher,
} from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { newShop, type Shop, type Worker } from '../../../testing/shops.ts';
import { redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

const DETAILS = {
  category: 'groceries',
  town: 'Nakuru',
  street: 'Section 58',
  phoneNumber: '',
  mapLink: '',
} as const;

let system: TestSystem;

beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Adds a place to the shop; returns its id. */
async function add(shop: Shop, name: string, details: Partial<typeof DETAILS> = {}): Promise<string> {
  const { answer } = await system.call(addPlace, { body: { name, ...DETAILS, ...details } }, shop.manager);
  const place = answer.places.find((one) => one.name === name);
  if (!place) throw new Error(`no place ${name}`);
  return place.placeId;
}

async function take(worker: Worker, amount: number, at: { placeId?: string; till?: string } = {}) {
  const { code } = await makeGift(system, { amount: 1_000 });
  const body = { code, amount, attemptId: randomUUID(), ...at };
  return system.call(redeemAtTill, { body }, worker);
}

async function newKey({ owner }: Shop, name: string, placeId: string) {
  const { answer } = await system.call(makeApiKey, { body: { name, rights: 'redeem', placeId } }, owner);
  return { keyId: answer.keyId, basic: `${answer.apiKey}:${answer.apiSecret}` };
}

const assignTo = ({ owner, cashier: { staffId } }: Shop, placeId: string | null) =>
  system.call(updateMember, { params: { staffId }, body: { placeId } }, owner);

test('every merchant has a main place, and manager and owner add, rename and close others', async () => {
  const shop = await newShop(system);
  const { places } = (await system.call(listPlaces, {}, shop.cashier)).answer;
  expect(places).toEqual([{ placeId: shop.merchantId, name: 'Main shop', isMain: true, openingHours: null }]);
  const placeId = await add(shop, 'Westlands');
  const params = { placeId };
  expect((await system.call(addPlace, { body: { name: 'westlands', ...DETAILS } }, shop.owner)).outcome).toBe(
    'place_name_taken',
  );
  const renamed = await system.call(
    updatePlace,
    { params, body: { ...DETAILS, name: 'Parklands' } },
    shop.owner,
  );
  expect(renamed.answer.places[1]).toMatchObject({ name: 'Parklands', town: 'Nakuru', isMain: false });
  const main = await system.call(closePlace, { params: { placeId: shop.merchantId } }, shop.owner);
  expect(main.outcome).toBe('place_is_main');
  const closed = await system.call(closePlace, { params }, shop.owner);
  expect(closed.answer.places[1]).toMatchObject({ name: 'Parklands', closedAt: expect.any(String) });
  expect((await system.call(updatePlace, { params, body: DETAILS }, shop.owner)).outcome).toBe(
    'place_closed',
  );
  expect((await system.call(closePlace, { params }, shop.cashier)).status).toBe(403);
  const other = await newShop(system);
  expect((await system.call(closePlace, { params }, other.owner)).outcome).toBe('not_found');
  await add(shop, 'Parklands');
});

test('refuses opening hours without seven days in order, or with a day without an end', async () => {
  const shop = await newShop(system);
  const days = Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, kind: 'closed' as const }));
  const hours = { weekday: 1, kind: 'hours' as const, opensAt: '08:00', closesAt: '02:00' };
  const save = (openingHours: (typeof days)[number][] | [typeof hours, ...typeof days]) =>
    system.call(
      updateOpeningHours,
      { params: { placeId: shop.merchantId }, body: { openingHours } },
      shop.owner,
    );
  for (const openingHours of [
    days.slice(1),
    days.toReversed(),
    [{ ...hours, closesAt: '08:00' }, ...days.slice(1)] as [typeof hours, ...typeof days],
    [{ ...hours, closesAt: '24:00' }, ...days.slice(1)] as [typeof hours, ...typeof days],
  ])
    expect((await save(openingHours)).outcome).toBe('validation_failed');
  expect((await save([hours, ...days.slice(1)])).answer.places[0]?.openingHours?.[0]).toEqual(hours);
});

test('allows at most a hundred open places', async () => {
  const shop = await newShop(system);
  await system.owner.query(
    `insert into merchant_places (id, merchant_id, name)
     select gen_random_uuid(), $1, 'Place ' || n from generate_series(2, $2::int) n`,
    [shop.merchantId, PLACES_AT_MOST],
  );
  const reply = await system.call(addPlace, { body: { name: 'One more', ...DETAILS } }, shop.owner);
  expect(reply.outcome).toBe('places_full');
});

test('a redemption keeps the place and the till: the member’s own place before the one that the device says', async () => {
  const shop = await newShop(system);
  const westlands = await add(shop, 'Westlands');
  const parklands = await add(shop, 'Parklands');
  expect((await take(shop.cashier, 10)).answer).toMatchObject({ place: 'Main shop' });
  expect((await take(shop.cashier, 20, { placeId: westlands, till: 'Till 2' })).answer).toMatchObject({
    place: 'Westlands',
    till: 'Till 2',
    shopAddress: 'Section 58, Nakuru',
  });
  await assignTo(shop, parklands);
  expect((await system.call(listPlaces, {}, shop.cashier)).answer.ownPlaceId).toBe(parklands);
  expect((await take(shop.cashier, 30, { placeId: westlands })).answer).toMatchObject({ place: 'Parklands' });

  const list = async (placeId?: string) => {
    const { answer } = await system.call(merchantTransactions, { query: { placeId } }, shop.owner);
    return [answer.totals?.amount, answer.transactions.map(({ place, till }) => [place, till])];
  };
  expect(await list(westlands)).toEqual([20, [['Westlands', 'Till 2']]]);
  expect(await list(shop.merchantId)).toEqual([10, [['Main shop', undefined]]]);
  expect((await list())[0]).toBe(60);
  const other = await newShop(system);
  const { answer } = await system.call(merchantTransactions, { query: { placeId: westlands } }, other.owner);
  expect(answer.transactions).toEqual([]);

  const csv = await system.http.inject({
    url: `${merchantTransactionsCsv.path}?placeId=${westlands}`,
    headers: { authorization: `Bearer ${shop.owner.bearer}` },
  });
  expect(csv.body).toContain('"Westlands","Till 2"');
  expect(csv.body.trim().split('\r\n')).toHaveLength(2);
});

test('a report adds up by place, and by person at one place', async () => {
  const shop = await newShop(system);
  const westlands = await add(shop, 'Westlands');
  await take(shop.cashier, 10);
  await take(shop.cashier, 20, { placeId: westlands });
  await take(shop.manager, 40, { placeId: westlands });
  const day = nairobiDay(new Date());
  const report = async (placeId?: string) =>
    (await system.call(merchantReport, { query: { from: day, to: day, placeId } }, shop.owner)).answer;
  expect((await report()).byPlace.map(({ place, sales }) => [place, sales])).toEqual([
    ['Westlands', 60],
    ['Main shop', 10],
  ]);
  const { total, byStaff } = await report(westlands);
  expect([total.sales, byStaff.map(({ servedBy, sales }) => [servedBy, sales])]).toEqual([
    60,
    [
      ['Moses Maina', 40],
      ['Juma Cash', 20],
    ],
  ]);
});

test('redemptions and holds by a key carry the key’s place and name, and the API filters by place', async () => {
  const shop = await newShop(system);
  const westlands = await add(shop, 'Westlands');
  const key = await newKey(shop, 'Till 7', westlands);
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, { ...shop, basic: key.basic }, gift.code, { amount: 100 });
  await redeem(system, shop, gift.code, { amount: 50 });
  const list = (query: object) => system.call(listTransactionsByMachine, { query }, shop);
  expect((await list({ place: westlands })).answer.data).toMatchObject([
    { amount: 100, place: westlands, till: 'Till 7' },
  ]);
  const [newest] = (await list({})).answer.data;
  expect(newest).toMatchObject({ amount: 50, place: shop.merchantId });
  expect(newest).not.toHaveProperty('till');
  const headers = { 'idempotency-key': randomUUID() };
  const held = await system.call(
    holdVoucher,
    { params: { id: gift.code }, headers, body: { amount: 70 } },
    key,
  );
  expect(held.answer).toMatchObject({ place: westlands, till: 'Till 7' });
  const pending = { status: 'Pending', placeId: westlands } as const;
  const { answer } = await system.call(merchantTransactions, { query: pending }, shop.owner);
  expect(answer.transactions).toMatchObject([{ amount: 70, place: 'Westlands', till: 'Till 7' }]);
});

test('a place with active staff or keys does not close, and a closed place takes neither staff, keys nor vouchers', async () => {
  const shop = await newShop(system);
  const placeId = await add(shop, 'Westlands');
  const close = () => system.call(closePlace, { params: { placeId } }, shop.owner);
  await assignTo(shop, placeId);
  expect((await close()).outcome).toBe('place_in_use');
  await assignTo(shop, null);
  const key = await newKey(shop, 'Till 7', placeId);
  expect((await close()).outcome).toBe('place_in_use');
  await system.owner.query('update merchant_api_keys set revoked_at = now() where id = $1', [key.keyId]);
  expect((await close()).outcome).toBe('ok');
  expect((await assignTo(shop, placeId)).outcome).toBe('place_closed');
  const body = { name: 'Achieng', handle: 'ACHIENG', staffRole: 'cashier', placeId } as const;
  expect((await system.call(addMember, { body }, shop.owner)).outcome).toBe('place_closed');
  const wanted = { name: 'Till 8', rights: 'redeem', placeId } as const;
  expect((await system.call(makeApiKey, { body: wanted }, shop.owner)).outcome).toBe('place_closed');
  expect((await take(shop.cashier, 10, { placeId })).outcome).toBe('place_closed');
  const { merchantId: foreign } = await newShop(system);
  expect((await take(shop.cashier, 10, { placeId: foreign })).outcome).toBe('place_closed');
  expect((await assignTo(shop, foreign)).outcome).toBe('place_closed');
  const hired = await system.call(addMember, { body: { ...body, placeId: foreign } }, shop.owner);
  const made = await system.call(makeApiKey, { body: { ...wanted, placeId: foreign } }, shop.owner);
  expect([hired.outcome, made.outcome]).toEqual(['place_closed', 'place_closed']);
});

test('a till whose place has closed still gets the answer to its first try', async () => {
  const shop = await newShop(system);
  const [placeId, { code }] = [await add(shop, 'Westlands'), await makeGift(system, { amount: 1_000 })];
  const body = { code, amount: 10, attemptId: randomUUID(), placeId };
  const first = await system.call(redeemAtTill, { body }, shop.cashier);
  await system.call(closePlace, { params: { placeId } }, shop.owner);
  expect((await system.call(redeemAtTill, { body }, shop.cashier)).answer).toEqual(first.answer);
});

test('the gift page lists each open place with its name, and finds it in its town', async () => {
  const shop = await newShop(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const listed = async () => {
    const { shops } = (await system.call(findShops, { query: { search: 'Mama Njeri', town: 'Lamu' } }))
      .answer;
    return shops.map(({ shopId, place }) => [shopId, place]);
  };
  const params = { placeId: shop.merchantId };
  await system.call(updatePlace, { params, body: { ...DETAILS, town: 'Lamu' } }, shop.owner);
  expect(await listed()).toEqual([[shop.merchantId, undefined]]);
  const before = (await system.call(viewVoucher, { params: gift })).answer.shopCount;
  const placeId = await add(shop, 'Shela', { town: 'Lamu' } as object);
  expect(await listed()).toEqual([
    [shop.merchantId, 'Main shop'],
    [placeId, 'Shela'],
  ]);
  expect((await system.call(viewVoucher, { params: gift })).answer.shopCount).toBe(before + 1);
  await system.call(closePlace, { params: { placeId } }, shop.owner);
  expect(await listed()).toEqual([[shop.merchantId, undefined]]);
});
