import {
  decideReportedPhoto,
  deleteGiftPhoto,
  listReviews,
  reportGiftPhoto,
  resolveReview,
  sentGifts,
  showGiftPhoto,
  showReportedPhoto,
  viewVoucher,
} from '@zawadi/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { giveWithPhoto } from '../../../testing/gift-photos.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let support: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'giftPhotos');
  support = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

type ByLink = { claimToken: string };

const hasPhoto = async ({ claimToken }: ByLink) =>
  (await system.call(viewVoucher, { params: { claimToken } })).answer.hasPhoto;

const report = ({ claimToken }: ByLink) => system.call(reportGiftPhoto, { body: { claimToken } });

async function fetchPhoto(endpoint: { path: string }, body: object, by?: Administrator) {
  const { statusCode, headers, rawPayload } = await system.http.inject({
    method: 'POST',
    url: endpoint.path,
    headers: by && { authorization: `Bearer ${by.bearer}` },
    payload: body,
  });
  return { status: statusCode, headers, file: rawPayload };
}

const show = ({ claimToken }: ByLink) => fetchPhoto(showGiftPhoto, { claimToken });

async function caseAbout(voucherId: string) {
  const { rows } = await system.owner.query<{ reviewId: string; isOpen: boolean }>(
    `select id as "reviewId", resolved_at is null as "isOpen" from reviews
     where kind = 'photo_reported' and subject_id = $1 order by raised_at desc, id desc`,
    [voucherId],
  );
  return rows;
}

async function reportedCase() {
  const gift = await giveWithPhoto(system);
  await report(gift);
  const [{ reviewId } = { reviewId: '' }] = await caseAbout(gift.voucherId);
  const decide = (decision: 'remove' | 'restore', by = support) =>
    system.call(decideReportedPhoto, { body: { reviewId, decision, reason: 'Looked at it' } }, by);
  return { ...gift, reviewId, decide };
}

const photoOfSent = async (buyer: { bearer: string }) =>
  (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts[0]?.photo;

test('a report hides the photo at once and raises one case, which closes only by a decision about the photo', async () => {
  const { reviewId, ...gift } = await reportedCase();
  expect(await hasPhoto(gift)).toBe(false);
  expect((await show(gift)).status).toBe(404);
  expect((await report(gift)).outcome).toBe('ok');
  expect(await caseAbout(gift.voucherId)).toEqual([{ reviewId, isOpen: true }]);
  // The giver does not learn of a report.
  expect(await photoOfSent(gift.buyer)).toBe('added');
  const finance = await newAdministrator(system, 'finance');
  const { reviews } = (await system.call(listReviews, { query: { kind: 'photo_reported' } }, finance)).answer;
  expect(reviews.find((one) => one.reviewId === reviewId)).toMatchObject({
    title: 'A reported photo',
    details: { recipient: 'Kip Rotich' },
  });
  const body = { reviewId, reason: 'Looked at it' };
  expect((await system.call(resolveReview, { body }, finance)).outcome).toBe('photo_undecided');
  expect((await gift.decide('remove', finance)).status).toBe(403);
  expect((await report(await makeGift(system, { amount: 1_000 }))).outcome).toBe('not_found');
});

test('support sees a reported photo and removes it: the picture is gone, and the giver sees that', async () => {
  const { reviewId, ...gift } = await reportedCase();
  const seen = await fetchPhoto(showReportedPhoto, { reviewId }, support);
  expect(await sharp(seen.file).metadata()).toMatchObject({ format: 'webp', width: 512 });
  expect((await gift.decide('remove')).outcome).toBe('ok');
  expect((await gift.decide('remove')).outcome).toBe('ok');
  expect(await hasPhoto(gift)).toBe(false);
  expect((await fetchPhoto(showReportedPhoto, { reviewId }, support)).status).toBe(404);
  expect(await photoOfSent(gift.buyer)).toBe('removed');
  const { rows: stored } = await system.owner.query(
    'select state, webp from gift_photos where home_id = $1',
    [gift.voucherId],
  );
  expect(stored).toEqual([{ state: 'REMOVED', webp: null }]);
  const { rows: onRecord } = await system.owner.query(
    'select action, reason from audit_log where subject_id = $1 order by seq',
    [reviewId],
  );
  expect(onRecord).toEqual([
    { action: 'gift-photo.shown', reason: '' },
    { action: 'gift-photo.removed', reason: 'Looked at it' },
  ]);
  const other = await newAdministrator(system, 'support');
  expect((await gift.decide('restore', other)).outcome).toBe('review_resolved');
});

test('support shows a reported photo again, and the recipient may report it again', async () => {
  const gift = await reportedCase();
  expect((await gift.decide('restore')).outcome).toBe('ok');
  expect(await hasPhoto(gift)).toBe(true);
  expect((await show(gift)).status).toBe(200);
  await report(gift);
  expect(await caseAbout(gift.voucherId)).toMatchObject([{ isOpen: true }, { isOpen: false }]);
});

test('a giver removes the photo at any time; a case about it can still be closed', async () => {
  const gift = await reportedCase();
  const params = { requestId: gift.requestId };
  const stranger = await newConsumer(system);
  expect((await system.call(deleteGiftPhoto, { params }, stranger)).outcome).toBe('not_found');
  expect((await system.call(deleteGiftPhoto, { params }, gift.buyer)).outcome).toBe('ok');
  expect(await photoOfSent(gift.buyer)).toBeUndefined();
  expect((await gift.decide('remove')).outcome).toBe('ok');
  expect(await caseAbout(gift.voucherId)).toMatchObject([{ isOpen: false }]);
});
