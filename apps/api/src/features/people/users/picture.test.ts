import { deletePicture, PICTURE_BYTES_AT_MOST, putPicture, userDetails } from '@zawadi/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type Envelope, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn, type SignedIn } from '../../../testing/people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

async function upload(user: SignedIn | undefined, payload: Buffer, type = 'image/jpeg') {
  const response = await people.app.inject({
    method: putPicture.method,
    url: putPicture.path,
    headers: { 'content-type': type, ...(user && { authorization: `Bearer ${user.accessToken}` }) },
    payload,
  });
  return { status: response.statusCode, json: response.json<Envelope>() };
}

async function pictureUrlOf(user: SignedIn): Promise<unknown> {
  const details = await people.call(userDetails, {}, { token: user.accessToken });
  return details.json.body?.['pictureUrl'];
}

function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0a5a50' } });
}

test('S66 an uploaded photo becomes a small square without location and camera data', async () => {
  const user = await newSignedIn(people);
  expect(await pictureUrlOf(user)).toBeNull();
  const file = await photo(900, 600)
    .withExif({ IFD0: { Copyright: 'Secret Street 7' }, IFD3: { GPSLatitude: '1/1 17/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect(file.includes('Secret Street 7')).toBe(true);
  const reply = await upload(user, file);
  expect(reply).toMatchObject({ status: 200, json: { responseMessage: 'Picture saved' } });
  const { pictureUrl } = reply.json.body ?? {};
  expect(await pictureUrlOf(user)).toBe(pictureUrl);

  const shown = await people.app.inject({ method: 'GET', url: String(pictureUrl) });
  expect(shown.statusCode).toBe(200);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
  });
  const stored = await sharp(shown.rawPayload).metadata();
  expect(stored).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect(stored.exif).toBeUndefined();
  expect(shown.rawPayload.includes('Secret Street')).toBe(false);
});

test('turns a profile photo that was taken sideways upright', async () => {
  const user = await newSignedIn(people);
  const upright = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'white' } })
    .composite([
      {
        input: await photo(64, 32).png().toBuffer(),
        gravity: 'north',
      },
    ])
    .png()
    .toBuffer();
  const sideways = await sharp(upright).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { json } = await upload(user, sideways);
  const shown = await people.app.inject({ method: 'GET', url: String(json.body?.['pictureUrl']) });
  const { data, info } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true });
  const red = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
  expect(red(128, 40)).toBeLessThan(60);
  expect(red(128, 220)).toBeGreaterThan(200);
});

test('S67 a new profile picture has another URL, and replaced or removed pictures are gone', async () => {
  const user = await newSignedIn(people);
  const first = await upload(user, await photo(300, 300).png().toBuffer(), 'image/png');
  const second = await upload(user, await photo(300, 300).webp().toBuffer(), 'image/webp');
  const urls = [first, second].map((reply) => String(reply.json.body?.['pictureUrl']));
  expect(new Set(urls).size).toBe(2);
  const status = async (url = '') => (await people.app.inject({ method: 'GET', url })).statusCode;
  expect(await status(urls[0])).toBe(404);
  expect(await status(urls[1])).toBe(200);
  const removed = await people.call(deletePicture, undefined, { token: user.accessToken });
  expect(removed.status).toBe(200);
  expect(await status(urls[1])).toBe(404);
  expect(await pictureUrlOf(user)).toBeNull();
});

test('refuses a profile picture that is no image, or only claims to be one', async () => {
  const user = await newSignedIn(people);
  const jpeg = await photo(300, 300).jpeg().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>');
  const gif = await photo(30, 30).gif().toBuffer();
  for (const file of [Buffer.from('<?php echo 1;'), svg, gif, jpeg.subarray(0, 400), Buffer.alloc(2_000)]) {
    expect(await upload(user, file)).toMatchObject({ status: 422, json: { code: 'picture_unreadable' } });
  }
  expect(await pictureUrlOf(user)).toBeNull();
});

test('refuses a picture with far more pixels than a phone’s camera, before decoding it', async () => {
  const user = await newSignedIn(people);
  const bomb = await sharp({
    create: { width: 8_000, height: 8_000, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(PICTURE_BYTES_AT_MOST);
  expect(await upload(user, bomb, 'image/png')).toMatchObject({
    status: 422,
    json: { code: 'picture_unreadable' },
  });
});

test('refuses a picture that is too large, empty, of another media type or without a session, each with its own code', async () => {
  const user = await newSignedIn(people);
  const large = await upload(user, Buffer.alloc(PICTURE_BYTES_AT_MOST + 1));
  expect(large).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
  for (const type of ['application/json', 'image/svg+xml', 'multipart/form-data; boundary=x']) {
    expect(await upload(user, Buffer.from('{}'), type)).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    });
  }
  expect((await upload(user, Buffer.alloc(0))).status).toBe(422);
  expect((await upload(undefined, Buffer.from('x'))).status).toBe(401);
});

test('endpoints without uploads refuse files', async () => {
  const user = await newSignedIn(people);
  const reply = await people.call(userDetails, 'x', {
    token: user.accessToken,
    headers: { 'content-type': 'image/png' },
  });
  expect(reply).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
});
