import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  addMerchant,
  deleteLogo,
  listMerchants,
  LOGO_IS_A_PICTURE,
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

const closers: (() => void)[] = [];
let people: PeopleApp;
let administrator: Administrator;

beforeAll(async () => {
  people = await startPeopleApp();
  administrator = await newAdministrator(people);
});

afterAll(() => {
  for (const close of closers) close();
  return people.close();
});

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

test('A20 refuses a logo of another merchant, and an address that is none of a picture on the web', async () => {
  const { merchantId } = await newOwner(people);
  const ofNeighbour = await uploaded(await newOwner(people));
  for (const logoUrl of [
    ofNeighbour,
    '/api/merchants/v1/logos/never-uploaded',
    '/api/merchants/v1/logos/../../../etc/passwd',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'ftp://files.example.test/logo.png',
    'https://user:secret@cdn.example.test/logo.png',
    '//evil.test/logo.png',
    '/etc/passwd',
    'https://evil.test/"onerror="alert(1)',
  ]) {
    for (const { status, json } of await sentBoth(merchantId, logoUrl)) {
      expect([status, json.code], logoUrl).toEqual([422, 'validation_failed']);
      expect(json.fields).toEqual([{ path: 'brandingConfig.logoUrl', message: LOGO_IS_A_PICTURE }]);
    }
  }
});

test('fetches the picture of a logo address once, stores it without metadata, and serves it from here', async () => {
  const png = await drawing(1_024, 256);
  const asked: unknown[] = [];
  const port = await serve((request, response) => {
    asked.push(request.method, request.url, request.headers.authorization);
    response.writeHead(200, { 'content-type': 'image/png; charset=binary' }).end(png);
  });
  const { merchantId } = await newOwner(people);
  const answers = await sentBoth(merchantId, `http://127.0.0.1:${port}/logo.png?size=2`);
  expect(asked).toEqual(['GET', '/logo.png?size=2', undefined, 'GET', '/logo.png?size=2', undefined]);
  for (const { status, json } of answers) {
    expect(status).toBe(200);
    const { logoUrl } = Object(json.body?.['brandingConfig']);
    expect(logoUrl).toMatch(/^\/api\/merchants\/v1\/logos\//u);
    const shown = await people.app.inject({ method: 'GET', url: logoUrl });
    const stored = await sharp(shown.rawPayload).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 512, height: 128 });
    expect(shown.rawPayload.includes('Secret Street')).toBe(false);
  }
  expect(asked.length).toBe(6);
});

test('A21 refuses a logo address that is private, ours, redirected, missing, of another type, too large or broken', async () => {
  const png = await drawing(8, 8);
  const port = await serve(({ url = '' }, response) => {
    const type = (name: string) => ({ 'content-type': name });
    if (url === '/moved') response.writeHead(302, { location: '/logo.png' }).end();
    else if (url === '/missing') response.writeHead(404, type('image/png')).end(png);
    else if (url === '/svg') response.writeHead(200, type('image/svg+xml')).end('<svg/>');
    else if (url === '/broken') response.writeHead(200, type('image/png')).end(png.subarray(0, 40));
    else if (url === '/cut') response.writeHead(200, type('image/png')).write('x', () => response.destroy());
    else response.writeHead(200, type('image/png')).end(Buffer.alloc(PICTURE_BYTES_AT_MOST + 1));
  });
  const owner = await newOwner(people);
  const here = `http://127.0.0.1:${port}`;
  for (const [logoUrl, code, words] of [
    ['http://cdn.example.test/logo.png', 'logo_not_fetched', 'begins with https://'],
    ['https://169.254.169.254/latest', 'logo_not_fetched', 'private network'],
    ['https://10.0.0.1/logo.png', 'logo_not_fetched', 'private network'],
    [`${here}/moved`, 'logo_not_fetched', 'leads to another address'],
    [`${here}/missing`, 'logo_not_fetched', 'no picture at the logo address'],
    [`${here}/svg`, 'logo_not_fetched', 'no JPEG, PNG or WebP'],
    [`${here}/large`, 'logo_not_fetched', 'larger than 5 MB'],
    [`${here}/cut`, 'logo_not_fetched', 'No picture arrived'],
    [`${here}/broken`, 'picture_unreadable', 'could not read this picture'],
  ] as const) {
    for (const { status, json } of await sentBoth(owner.merchantId, logoUrl)) {
      expect([status, json.code], logoUrl).toEqual([422, code]);
      const message = expect.stringContaining(words);
      expect(json.fields, logoUrl).toEqual([{ path: 'brandingConfig.logoUrl', message }]);
    }
  }
  expect(await logoUrlOf(owner)).toBeUndefined();
  const { rows } = await people.owner.query(`select from merchants where business_name = 'Logo Kiosk'`);
  expect(rows.length).toBe(1);
});

/** Sends the logo address in both calls of administrators that take one. */
async function sentBoth(merchantId: string, logoUrl: string) {
  const changed = { merchantId, brandingConfig: { logoUrl } };
  const added = { businessName: 'Logo Kiosk', ...newContact(), brandingConfig: { logoUrl } };
  const { token } = administrator;
  return [
    await people.call(updateMerchant, changed, { token }),
    await people.call(addMerchant, added, { token }),
  ];
}

async function serve(
  respond: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<number> {
  const server = createServer((request, response) => void respond(request, response));
  closers.push(() => server.close().closeAllConnections());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

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
