import {
  addMerchant,
  deleteLogo,
  listMerchants,
  LOGO_IS_UPLOADED,
  merchantDetails,
  PICTURE_BYTES_AT_MOST,
  putLogo,
  updateMerchant,
} from '@zawadi/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type Envelope, type PeopleApp } from '../../../testing/people-app.ts';
import {
  activitiesOf,
  newAdministrator,
  newOwner,
  newMember,
  type Administrator,
  type Owner,
} from '../../../testing/portal-people.ts';
import { listShops } from './shops-store.ts';

let people: PeopleApp;
let administrator: Administrator;

beforeAll(async () => {
  people = await startPeopleApp();
  administrator = await newAdministrator(people);
});

afterAll(() => people.close());

async function upload(token: string, payload: Buffer, type = 'image/png') {
  const { method, path: url } = putLogo;
  const headers = { 'content-type': type, authorization: `Bearer ${token}` };
  const response = await people.app.inject({ method, url, headers, payload });
  return { status: response.statusCode, json: response.json<Envelope>() };
}

async function logoUrlOf({ token, merchantCode }: Owner): Promise<string | undefined> {
  const details = await people.call(merchantDetails, { merchantCode }, { token });
  const { logoUrl } = Object(details.json.body?.['brandingConfig']);
  return logoUrl;
}

async function uploaded({ token }: Owner): Promise<string> {
  return String((await upload(token, await drawing(8, 8))).json.body?.['logoUrl']);
}

function newContact() {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  return { contactName: 'Njeri Kamau', contactEmail, contactPhoneNumber };
}

function drawing(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: '#0a5a5080' } })
    .withExif({ IFD0: { Copyright: 'Secret Street 7' } })
    .png()
    .toBuffer();
}

test('a logo is scaled to fit, keeps its proportions, and is served under a random name without sign-in', async () => {
  const owner = await newOwner(people);
  const reply = await upload(owner.token, await drawing(1_024, 256));
  expect(reply).toMatchObject({ status: 200, json: { responseMessage: 'Logo saved' } });
  const logoUrl = await logoUrlOf(owner);
  expect(logoUrl).toBe(reply.json.body?.['logoUrl']);
  expect(logoUrl).not.toContain(owner.merchantId);
  const shown = await people.app.inject({ method: 'GET', url: String(logoUrl) });
  expect(shown.headers['content-type']).toBe('image/webp');
  const stored = await sharp(shown.rawPayload).metadata();
  expect(stored).toMatchObject({ format: 'webp', width: 512, height: 128, hasAlpha: true });
  expect(shown.rawPayload.includes('Secret Street')).toBe(false);
});

test('a new logo replaces the old one, and removing it leaves none', async () => {
  const owner = await newOwner(people);
  await upload(owner.token, await drawing(64, 64));
  const first = await logoUrlOf(owner);
  await upload(owner.token, await drawing(32, 32));
  expect(await logoUrlOf(owner)).not.toBe(first);
  expect((await people.app.inject({ method: 'GET', url: String(first) })).statusCode).toBe(404);
  for (let times = 0; times < 2; times += 1) {
    expect((await people.call(deleteLogo, undefined, { token: owner.token })).status).toBe(200);
  }
  expect(await logoUrlOf(owner)).toBeUndefined();
  const kinds = (await activitiesOf(people, owner.merchantId)).map(({ kind }) => kind);
  expect(kinds.slice(0, 3)).toEqual(['logo-changed', 'logo-changed', 'logo-removed']);
});

test('A20 refuses a logo that is no picture or too large, and an upload by a cashier', async () => {
  const owner = await newOwner(people);
  const cashier = await newMember(people, owner, 'cashier');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await upload(owner.token, svg)).json.code).toBe('picture_unreadable');
  expect((await upload(owner.token, svg, 'image/svg+xml')).json.code).toBe('unsupported_media_type');
  expect((await upload(owner.token, Buffer.alloc(PICTURE_BYTES_AT_MOST + 1))).json.code).toBe(
    'body_too_large',
  );
  expect((await upload(cashier.token, await drawing(8, 8))).status).toBe(403);
  expect(await logoUrlOf(owner)).toBeUndefined();
});

test('A20 refuses a logo that the merchant did not upload, wherever it is hosted', async () => {
  const { merchantId } = await newOwner(people);
  const ofNeighbour = await uploaded(await newOwner(people));
  for (const logoUrl of [
    ofNeighbour,
    'https://cdn.example.test/logo.png',
    '/api/merchants/v1/logos/never-uploaded',
    '/api/merchants/v1/logos/../../../etc/passwd',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'http://plain.example.test/logo.png',
    '//evil.test/logo.png',
    '/etc/passwd',
    'https://evil.test/"onerror="alert(1)',
  ]) {
    const changed = { merchantId, brandingConfig: { logoUrl } };
    const added = { businessName: 'Kiosk', ...newContact(), brandingConfig: { logoUrl } };
    for (const [endpoint, body] of [
      [updateMerchant, changed],
      [addMerchant, added],
    ] as const) {
      const { status, json } = await people.call(endpoint, body, { token: administrator.token });
      expect([status, json.code]).toEqual([422, 'validation_failed']);
      expect(json.fields).toEqual([{ path: 'brandingConfig.logoUrl', message: LOGO_IS_UPLOADED }]);
    }
  }
});

test('an administrator keeps or removes the logo that a merchant has uploaded', async () => {
  const owner = await newOwner(people);
  const logoUrl = await uploaded(owner);
  const update = async (address: string) => {
    const body = { merchantId: owner.merchantId, brandingConfig: { logoUrl: address } };
    const { json } = await people.call(updateMerchant, body, { token: administrator.token });
    return Object(json.body?.['brandingConfig']).logoUrl;
  };
  expect(await update(logoUrl)).toBe(logoUrl);
  expect(await update('')).toBeUndefined();
  expect((await people.app.inject({ url: logoUrl })).statusCode).toBe(404);
});

test('does not show a logo on another site, saved before logos were uploaded', async () => {
  const owner = await newOwner(people);
  await people.owner.query(
    `update merchants set status = 'ACTIVE', logo_url = 'https://cdn.example.test/pixel.png' where id = $1`,
    [owner.merchantId],
  );
  const body = { merchantCode: owner.merchantCode };
  const answers = [
    await people.call(merchantDetails, body, { token: owner.token }),
    await people.call(merchantDetails, body, { token: administrator.token }),
    await people.call(listMerchants, {}, { token: administrator.token }),
  ];
  for (const { text } of answers) {
    expect(text).toContain(owner.merchantCode);
    expect(text).not.toContain('cdn.example.test');
  }
  expect(JSON.stringify(await listShops(people.deps.db, owner.merchantId))).not.toContain('cdn.example.test');
});
