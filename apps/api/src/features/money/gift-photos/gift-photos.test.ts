import {
  deleteAccount,
  exportAccount,
  PICTURE_BYTES_AT_MOST,
  sentGifts,
  showGiftPhoto,
  viewVoucher,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { giveWithPhoto, payByHand, photo, uploadPhoto } from '../../../testing/gift-photos.ts';
import { readGiftOf } from '../../../testing/gifts.ts';
import { allMessages } from '../../../testing/sent-messages.ts';
import { register } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { deleteStaleRegistrations } from '../purchases/index.ts';
import { readLinkCard } from '../vouchers/index.ts';
import { deleteOldPhotos } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'giftPhotos');
});
afterAll(() => system.close());

type ByLink = { claimToken: string };

const hasPhoto = async ({ claimToken }: ByLink) =>
  (await system.call(viewVoucher, { params: { claimToken } })).answer.hasPhoto;

async function show({ claimToken }: ByLink) {
  const { statusCode, headers, rawPayload } = await system.http.inject({
    method: 'POST',
    url: showGiftPhoto.path,
    payload: { claimToken },
  });
  return { status: statusCode, headers, file: rawPayload };
}

test('the recipient sees the photo of a gift by a POST, as a small square without metadata, and the gift stays unopened', async () => {
  const buyer = await newConsumer(system);
  const { requestId, billReferenceNumber } = await register(system, buyer, { amount: 1_000 });
  const file = await photo()
    .withExif({ IFD0: { Copyright: 'Secret Street 7' }, IFD3: { GPSLatitude: '1/1 17/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect(file.includes('Secret Street 7')).toBe(true);
  expect(await uploadPhoto(system, buyer, requestId, { file })).toMatchObject({ status: 200 });
  await payByHand(system, billReferenceNumber);
  const gift = await readGiftOf(system.deps, requestId);
  expect(await hasPhoto(gift)).toBe(true);
  const shown = await show(gift);
  expect(shown.status).toBe(200);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const stored = await sharp(shown.file).metadata();
  expect(stored).toMatchObject({ format: 'webp', width: 512, height: 512 });
  expect(stored.exif).toBeUndefined();
  expect(shown.file.includes('Secret Street')).toBe(false);
  const { rows } = await system.owner.query('select opened_at from vouchers where id = $1', [gift.voucherId]);
  expect(rows).toEqual([{ opened_at: null }]);
});

test('no message, link card, page for previews, list of gifts or other address has the photo', async () => {
  const gift = await giveWithPhoto(system);
  const messages = (await allMessages(system)).join('\n');
  expect(messages).toContain(gift.voucherId);
  const page = await system.http.inject({ method: 'GET', url: `/v/${gift.claimToken}` });
  const card = await readLinkCard(system.deps, gift.claimToken);
  const { answer } = await system.call(sentGifts, { query: {} }, gift.buyer);
  expect(answer.gifts[0]?.photo).toBe('added');
  for (const text of [messages, page.body, JSON.stringify(card), JSON.stringify(answer)]) {
    expect(text).not.toMatch(/gift-photos|webp/u);
  }
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode } = await system.http.inject({ method, url: showGiftPhoto.path });
    expect(statusCode).toBe(405);
  }
});

test('refuses a photo for a smaller gift, a paid gift, and another user’s gift', async () => {
  const buyer = await newConsumer(system);
  const file = await photo().jpeg().toBuffer();
  const smaller = await register(system, buyer, { amount: 199 });
  expect(await uploadPhoto(system, buyer, smaller.requestId, { file })).toEqual({
    status: 409,
    code: 'photo_gift_too_small',
  });
  const smallest = await register(system, buyer, { amount: 200 });
  expect(await uploadPhoto(system, buyer, smallest.requestId, { file })).toMatchObject({ status: 200 });
  const stranger = await newConsumer(system);
  expect(await uploadPhoto(system, stranger, smallest.requestId, { file })).toMatchObject({ status: 404 });
  const paid = await giveWithPhoto(system);
  expect(await uploadPhoto(system, paid.buyer, paid.requestId, { file })).toMatchObject({
    status: 409,
    code: 'already_paid',
  });
});

test('refuses what is no picture, broken, too large, of another type, or has far too many pixels', async () => {
  const buyer = await newConsumer(system);
  const { requestId } = await register(system, buyer, { amount: 1_000 });
  const jpeg = await photo(300, 300).jpeg().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>');
  const gif = await photo(30, 30).gif().toBuffer();
  const bomb = await sharp({
    create: { width: 8_000, height: 8_000, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(PICTURE_BYTES_AT_MOST);
  for (const file of [Buffer.from('<?php echo 1;'), svg, gif, jpeg.subarray(0, 400), bomb, Buffer.alloc(9)]) {
    expect(await uploadPhoto(system, buyer, requestId, { file })).toEqual({
      status: 422,
      code: 'picture_unreadable',
    });
  }
  const large = Buffer.alloc(PICTURE_BYTES_AT_MOST + 1);
  expect(await uploadPhoto(system, buyer, requestId, { file: large })).toMatchObject({ status: 413 });
  expect(await uploadPhoto(system, buyer, requestId, { file: jpeg, type: 'image/svg+xml' })).toMatchObject({
    status: 415,
  });
  const { rows } = await system.owner.query('select from gift_photos where purchase_id = $1', [requestId]);
  expect(rows).toEqual([]);
});

test('the file of the giver’s data names the photo, and a deleted account leaves none', async () => {
  const { buyer, requestId } = await giveWithPhoto(system);
  const body = { password: DEMO_PASSWORD };
  const reply = await system.http.inject({
    method: 'POST',
    url: exportAccount.path,
    headers: { authorization: `Bearer ${buyer.bearer}` },
    payload: body,
  });
  expect(reply.json()).toMatchObject({ giftPhotos: [{ purchaseId: requestId, isRemoved: false }] });
  expect((await system.call(deleteAccount, { body }, buyer)).outcome).toBe('ok');
  const { rows } = await system.owner.query('select from gift_photos where buyer_id = $1', [buyer.user.id]);
  expect(rows).toEqual([]);
});

test('photos are deleted 90 days after their gift ended, and with a registration that was never paid', async () => {
  const [ended, open] = [await giveWithPhoto(system), await giveWithPhoto(system)];
  const end = (voucherId: string, days: number) =>
    system.owner.query(
      `update vouchers set closed_as = 'CLAIMED', closed_at = now() - make_interval(days => $2) where id = $1`,
      [voucherId, days],
    );
  await end(ended.voucherId, 91);
  await end(open.voucherId, 89);
  const unpaid = await register(system, ended.buyer, { amount: 1_000 });
  await uploadPhoto(system, ended.buyer, unpaid.requestId, { file: await photo().jpeg().toBuffer() });
  await system.owner.query(`update purchases set registered_at = now() - interval '25 hours' where id = $1`, [
    unpaid.requestId,
  ]);
  await deleteOldPhotos(system.deps.db);
  await deleteStaleRegistrations(system.deps.db);
  const { rows } = await system.owner.query<{ id: string }>(
    'select home_id as id from gift_photos where buyer_id = any($1)',
    [[ended.buyer.user.id, open.buyer.user.id]],
  );
  expect(rows).toEqual([{ id: open.voucherId }]);
  for (const { voucherId } of [ended, open]) {
    await system.owner.query('update vouchers set closed_as = null, closed_at = null where id = $1', [
      voucherId,
    ]);
  }
});

test('refuses photos while the feature is off, and hides the ones that were added', async () => {
  const gift = await giveWithPhoto(system);
  const other = await register(system, gift.buyer, { amount: 1_000 });
  expect(await hasPhoto(gift)).toBe(true);
  await switchFeatures(system, false, 'giftPhotos');
  const upload = async () =>
    uploadPhoto(system, gift.buyer, other.requestId, { file: await photo().jpeg().toBuffer() });
  await expect.poll(upload, { timeout: 3_000 }).toMatchObject({ status: 409, code: 'feature_off' });
  expect(await hasPhoto(gift)).toBe(false);
  expect((await show(gift)).status).toBe(404);
  await switchFeatures(system, true, 'giftPhotos');
  await expect.poll(() => hasPhoto(gift), { timeout: 3_000 }).toBe(true);
});
