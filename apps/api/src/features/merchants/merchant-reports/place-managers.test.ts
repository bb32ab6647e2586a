import {
  addressOf,
  captureHoldAtPortal,
  listPlaces,
  merchantDetails,
  merchantOverview,
  merchantReport,
  merchantReportCsv,
  merchantTransactions,
  merchantTransactionsCsv,
  redemptionReceiptPdf,
  releaseHoldAtPortal,
  reverseAtTill,
  todaysRedemptions,
  updatePlace,
} from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { hold } from '../../../testing/holds.ts';
import { newPlaceManager, type PlaceManager } from '../../../testing/place-managers.ts';
import { newShop, redeemAtTillPage, type Shop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
let westlands: PlaceManager;
let karen: PlaceManager;
let atWestlands: string;
let atMain: string;
let heldAtMain: string;
const today = nairobiDay(new Date());
const period = { from: today, to: today };

beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
  westlands = await newPlaceManager(system, shop, 'Westlands');
  karen = await newPlaceManager(system, shop, 'Karen');
  const gift = await makeGift(system, { amount: 1_000 });
  atWestlands = (await redeemAtTillPage(system, westlands, gift.code, { amount: 100 })).answer.redemptionId;
  atMain = (await redeemAtTillPage(system, shop.manager, gift.code, { amount: 200 })).answer.redemptionId;
  heldAtMain = (await hold(system, shop, gift.code, { amount: 50 })).answer.id;
});
afterAll(() => system.close());

async function csv(worker: { bearer: string }, url: string): Promise<string> {
  const { body } = await system.http.inject({ url, headers: { authorization: `Bearer ${worker.bearer}` } });
  return body;
}

// The last test reverses a redemption that the earlier ones list.
describe('a manager of one place', { shuffle: false }, () => {
  test('sees the transactions, reports and figures of that place only; the owner sees everything', async () => {
    const seen = async (worker: { bearer: string }) => {
      const list = (await system.call(merchantTransactions, { query: {} }, worker)).answer;
      const report = (await system.call(merchantReport, { query: period }, worker)).answer;
      const overview = (await system.call(merchantOverview, { query: {} }, worker)).answer;
      const all = (await system.call(todaysRedemptions, { query: { of: 'everybody' } }, worker)).answer;
      return {
        rows: list.transactions.map(({ amount }) => amount),
        total: list.totals?.amount,
        sales: report.total.sales,
        places: report.byPlace.map(({ place }) => place),
        redeemed: overview.totalRedeemedValue,
        vouchers: overview.totalVouchers,
        owed: overview.pendingSettlements,
        day: overview.today.amount,
        recent: overview.recentTransactions.length,
        today: all.amount,
      };
    };
    expect(await seen(westlands)).toEqual({
      rows: [100],
      total: 100,
      sales: 100,
      places: ['Westlands'],
      redeemed: 100,
      vouchers: 1,
      owed: 0,
      day: 100,
      recent: 1,
      today: 100,
    });
    expect(await seen(karen)).toMatchObject({ rows: [], sales: 0, redeemed: 0, vouchers: 0, today: 0 });
    const everything = { total: 350, sales: 300, redeemed: 300, owed: 300, day: 300, today: 300 };
    for (const worker of [shop.owner, shop.manager]) expect(await seen(worker)).toMatchObject(everything);
  });

  test('downloads files of that place only', async () => {
    const list = await csv(westlands, merchantTransactionsCsv.path);
    expect(list).toContain(atWestlands);
    expect(list).not.toContain(atMain);
    const report = `${merchantReportCsv.path}?from=${today}&to=${today}&by=place`;
    expect(await csv(westlands, report)).not.toContain('Main');
    expect(await csv(shop.owner, merchantTransactionsCsv.path)).toContain(atMain);
  });

  test('may not name another place', async () => {
    const placeId = karen.placeId;
    const replies = [
      await system.call(merchantTransactions, { query: { placeId } }, westlands),
      await system.call(merchantReport, { query: { ...period, placeId } }, westlands),
      await system.call(updatePlace, { params: { placeId }, body: PLACE }, westlands),
    ];
    expect(replies.map(({ status, outcome }) => [status, outcome])).toEqual(
      replies.map(() => [403, 'place_only']),
    );
    for (const path of [merchantTransactionsCsv.path, merchantReportCsv.path]) {
      const answer = await csv(westlands, `${path}?from=${today}&to=${today}&placeId=${placeId}`);
      expect(answer).toContain('place_only');
    }
  });

  test('sees and changes the facts of that place, and nothing of the whole shop', async () => {
    const { places } = (await system.call(listPlaces, {}, westlands)).answer;
    expect(places.map(({ name }) => name)).toEqual(['Westlands']);
    const { placeId } = westlands;
    const saved = await system.call(updatePlace, { params: { placeId }, body: PLACE }, westlands);
    expect(saved.answer.places[0]).toMatchObject({ placeId, street: 'Waiyaki Way' });
    const { merchantCode } = (await system.call(merchantDetails, { body: await codeOf() }, shop.owner))
      .answer;
    const details = (await system.call(merchantDetails, { body: { merchantCode } }, westlands)).answer;
    expect(details.ownPlace).toEqual({ placeId, name: 'Westlands' });
    expect([details.currentBalance, details.contactEmail, details.apiKey]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('reads receipts, reverses, captures and releases only what happened there', async () => {
    const receipt = (redemptionId: string) => addressOf(redemptionReceiptPdf, { params: { redemptionId } });
    expect(await csv(westlands, receipt(atMain))).toContain('redemption_not_found');
    expect(await csv(westlands, receipt(atWestlands))).toContain('%PDF');
    const reverse = (redemptionId: string) =>
      system.call(reverseAtTill, { body: { redemptionId } }, westlands);
    expect((await reverse(atMain)).outcome).toBe('redemption_not_found');
    const body = { holdId: heldAtMain };
    expect((await system.call(captureHoldAtPortal, { body }, westlands)).outcome).toBe('hold_not_found');
    expect((await system.call(releaseHoldAtPortal, { body }, westlands)).outcome).toBe('hold_not_found');
    expect((await reverse(atWestlands)).outcome).toBe('ok');
    expect((await system.call(captureHoldAtPortal, { body }, shop.manager)).outcome).toBe('ok');
  });

  test('sees another place within a second after the owner has moved the manager', async () => {
    await system.owner.query('update merchant_staff set place_id = $1 where id = $2', [
      karen.placeId,
      westlands.staffId,
    ]);
    const placeOf = async () =>
      (await system.call(merchantReport, { query: { ...period, placeId: karen.placeId } }, westlands)).status;
    await expect.poll(placeOf, { timeout: 3_000 }).toBe(200);
  });
});

const PLACE = {
  category: '',
  town: 'Nairobi',
  street: 'Waiyaki Way',
  phoneNumber: '',
  mapLink: '',
} as const;

async function codeOf(): Promise<{ merchantCode: string }> {
  const { rows } = await system.owner.query<{ merchantCode: string }>(
    'select merchant_code as "merchantCode" from merchants where id = $1',
    [shop.merchantId],
  );
  return { merchantCode: rows[0]?.merchantCode ?? '' };
}
