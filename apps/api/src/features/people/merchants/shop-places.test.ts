import {
  addressOf,
  findNearShops,
  findShops,
  listPlaces,
  listAudit,
  merchantTimeline,
  redemptionReceiptPdf,
  updateMerchant,
  updateOpeningHours,
  updatePlace,
  viewVoucher,
  voucherPdf,
  type CallInput,
} from '@zawadi/contract';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { newShop, redeemAtTillPage, type Shop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
});
afterAll(() => system.close());

type PlaceBody = CallInput<typeof updatePlace>['body'];

const NAKURU: PlaceBody = {
  category: 'groceries',
  town: 'Nakuru',
  street: 'Kenyatta Avenue',
  phoneNumber: '0722 000 103',
  mapLink: '-0.2833, 36.0667',
};
const SAVED = {
  ...NAKURU,
  phoneNumber: '254722000103',
  mapLink: 'https://www.google.com/maps/search/?api=1&query=-0.2833%2C36.0667',
};

/** Saves the main place of the worker's shop, and returns it with the answer. */
async function save(body: object, worker = shop.owner, { merchantId: placeId } = shop) {
  const reply = await system.call(updatePlace, { params: { placeId }, body: body as PlaceBody }, worker);
  return { ...reply, place: reply.status === 200 ? reply.answer.places[0] : undefined };
}

async function pdfText(request: { url: string; bearer?: string; body?: object }): Promise<string> {
  const { url, bearer, body } = request;
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const sent = body === undefined ? {} : { method: 'POST' as const, payload: body };
  const { rawPayload } = await system.http.inject({ url, headers, ...sent });
  const { text } = await extractText(new Uint8Array(rawPayload), { mergePages: true });
  return text.replaceAll(/\s+/gu, ' ');
}

test('the place that a shop sets is on gifts, printed vouchers and receipts', async () => {
  const { place } = await save(NAKURU);
  expect(place).toMatchObject(SAVED);
  expect((await system.call(listPlaces, {}, shop.manager)).answer.places).toEqual([place]);

  const gift = await makeGift(system, { amount: 1_000 });
  const { shops } = (await system.call(viewVoucher, { params: gift })).answer;
  const { phoneNumber: _phone, ...shown } = SAVED;
  expect(shops).toContainEqual(expect.objectContaining({ shopId: shop.merchantId, ...shown }));
  expect(await pdfText({ url: voucherPdf.path, body: { claimToken: gift.claimToken } })).toContain(
    'Nakuru Mama Njeri Groceries, Kenyatta Avenue',
  );
  const swahili = { url: voucherPdf.path, body: { claimToken: gift.claimToken, lang: 'sw' } };
  expect(await pdfText(swahili)).toContain('Nakuru Mama Njeri Vyakula na mboga, Kenyatta Avenue');

  const taken = await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 350 });
  expect(taken.answer).toMatchObject({ shopAddress: 'Kenyatta Avenue, Nakuru', shopPhone: '254722000103' });
  const { redemptionId, expiresAt } = taken.answer;
  const receipt = await pdfText({
    url: addressOf(redemptionReceiptPdf, { params: { redemptionId } }),
    bearer: shop.cashier.bearer,
  });
  expect(receipt).toContain('Paid to Mama Njeri Kenyatta Avenue, Nakuru 0722 000 103');
  const lastDay = new Date(expiresAt).toLocaleDateString('en-GB', {
    timeZone: 'Africa/Nairobi',
    dateStyle: 'long',
  });
  expect(receipt).toContain(`Spend the rest by ${lastDay}`);
});

test('refuses a map link to another site, an unknown town, and a change by a cashier', async () => {
  for (const [field, value, message] of [
    ['mapLink', 'https://evil.example/', /^Please paste a link from Google Maps/u],
    ['mapLink', 'javascript:alert(1)', /^Please paste a link/u],
    ['town', 'Atlantis', /^Please choose a town$/u],
    ['category', 'weapons', /^Please choose what the shop sells$/u],
    ['street', 'x'.repeat(81), /^Please use at most 80 characters$/u],
    ['phoneNumber', '12', /^Please enter a valid phone number/u],
  ] as const) {
    const reply = await save({ ...NAKURU, [field]: value });
    expect(reply, `${field} ${value}`).toMatchObject({
      status: 422,
      refusal: { fields: [{ path: field, message: expect.stringMatching(message) }] },
    });
  }
  expect((await save(NAKURU, shop.cashier)).status).toBe(403);
  expect((await save(SAVED)).place).toMatchObject(SAVED);
});

test('an administrator’s change of a shop’s place is in audit log and timeline; an empty field removes the value', async () => {
  const one = await newShop(system);
  await save(NAKURU, one.owner, one);
  const admin = await newAdministrator(system, 'administrator');
  const change = (place: object) =>
    system.call(updateMerchant, { body: { merchantId: one.merchantId, place } }, admin);
  const changed = (await change({ town: 'Naivasha' })).status;
  expect(changed).toBe(422);
  expect((await change({ town: 'Eldoret', mapLink: '', phoneNumber: '' })).answer.place).toEqual({
    category: 'groceries',
    town: 'Eldoret',
    street: 'Kenyatta Avenue',
  });
  const { entries } = (await system.call(listAudit, { query: { subjectId: one.merchantId } }, admin)).answer;
  expect(entries[0]).toMatchObject({
    before: { town: 'Nakuru', shopPhoneMsisdn: '2547****103' },
    after: { town: 'Eldoret', mapLink: null },
  });
  const { events } = (
    await system.call(merchantTimeline, { params: { merchantId: one.merchantId }, query: {} }, admin)
  ).answer;
  expect(events.map(({ description }) => description)).toEqual(
    expect.arrayContaining([
      'Place changed',
      expect.stringMatching(/^Details changed: .*town.*map link|map link.*town/u),
    ]),
  );
});

test('a gift shows how many shops each town has, and the search finds shops by town, name or both', async () => {
  const [first, second] = [await newShop(system), await newShop(system)];
  await save({ ...NAKURU, town: 'Mombasa' }, first.owner, first);
  await save({ ...NAKURU, town: 'Mombasa' }, second.owner, second);
  await system.owner.query(`update merchants set business_name = 'Pwani Books' where id = $1`, [
    second.merchantId,
  ]);
  const gift = await makeGift(system, { amount: 1_000 });
  const { towns, shopCount } = (await system.call(viewVoucher, { params: gift })).answer;
  expect(towns).toContainEqual({ town: 'Mombasa', count: 2 });
  expect(shopCount).toBeGreaterThanOrEqual(towns.reduce((sum, { count }) => sum + count, 0));
  const found = async (query: object) =>
    (await system.call(findShops, { query })).answer.shops.map(({ businessName }) => businessName);
  expect(await found({ town: 'Mombasa' })).toEqual(['Mama Njeri', 'Pwani Books']);
  expect(await found({ town: 'Mombasa', search: 'books' })).toEqual(['Pwani Books']);
  expect(await found({ town: 'Lamu' })).toEqual([]);
  expect((await system.call(findShops, { query: {} })).status).toBe(422);
});

test('lists shops by distance, and tells how many have no place on the map', async () => {
  const [near, far, unknown] = [await newShop(system), await newShop(system), await newShop(system)];
  await save({ ...NAKURU, mapLink: '-0.3, 36.1' }, near.owner, near);
  await save({ ...NAKURU, mapLink: 'https://www.google.com/maps/@-1.2833,36.8219,17z' }, far.owner, far);
  await save({ ...NAKURU, mapLink: 'https://maps.app.goo.gl/aBcDeF123' }, unknown.owner, unknown);
  const from = async (body: object) =>
    (await system.call(findNearShops, { body: { latitude: -0.303, longitude: 36.08, ...body } })).answer;
  const { shops, withoutMap } = await from({});
  const ids = shops.map(({ shopId }) => shopId);
  expect(ids.indexOf(near.merchantId)).toBeLessThan(ids.indexOf(far.merchantId));
  expect(ids).not.toContain(unknown.merchantId);
  expect(withoutMap).toBeGreaterThan(0);
  const metres = shops.map(({ distanceMetres }) => distanceMetres);
  expect(metres).toEqual(metres.toSorted((one, other) => one - other));
  const [closest] = (await from({ sameShopAs: near.merchantId })).shops;
  expect(closest).toMatchObject({ shopId: near.merchantId });
  // 2.2 km to the east and 0.3 km to the north.
  expect(closest?.distanceMetres).toBeGreaterThan(2_200);
  expect(closest?.distanceMetres).toBeLessThan(2_300);
  expect((await from({ sameShopAs: unknown.merchantId })).shops).toEqual([]);
  // A link without coordinates takes the place off the map.
  await save({ ...NAKURU, mapLink: '' }, near.owner, near);
  expect((await from({ sameShopAs: near.merchantId })).shops).toEqual([]);
  for (const latitude of [91, '-0.3', null])
    expect((await system.call(findNearShops, { body: { latitude, longitude: 36 } as never })).status).toBe(
      422,
    );
});

test('a search for places of one shop finds no other shop', async () => {
  const own = await newShop(system);
  await save({ ...NAKURU, town: 'Kitale' }, own.owner, own);
  const other = await newShop(system);
  await save({ ...NAKURU, town: 'Kitale' }, other.owner, other);
  const query = { town: 'Kitale', sameShopAs: own.merchantId };
  const { shops } = (await system.call(findShops, { query })).answer;
  expect(shops.map(({ shopId }) => shopId)).toEqual([own.merchantId]);
});

test('a gift shows until when a shop is open, and no hours for a shop without them', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const hoursOf = async () => {
    const { shops } = (await system.call(viewVoucher, { params: gift })).answer;
    return shops.find(({ shopId }) => shopId === shop.merchantId)?.hours;
  };
  expect(await hoursOf()).toBeUndefined();
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'all-day' as const }));
  const params = { placeId: shop.merchantId };
  await system.call(updateOpeningHours, { params, body: { openingHours } }, shop.owner);
  expect(await hoursOf()).toEqual({ isOpen: true });
});
