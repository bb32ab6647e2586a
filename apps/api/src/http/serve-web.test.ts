import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { endpoint } from '@zawadi/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everyRow } from '../testing/every-row.ts';
import { createHttp } from './create-http.ts';
import { registerRoutes, type Authenticators } from './register-routes.ts';
import { route } from './routes.ts';
import { serveWeb } from './serve-web.ts';

const logged: string[] = [];
const log = pino(
  { level: 'warn' },
  new Writable({ write: (line, _, done) => done(void logged.push(`${line}`)) }),
);
const folder = mkdtempSync(join(tmpdir(), 'zawadi-web-'));
let app: Awaited<ReturnType<typeof createHttp>>;

const oneOfMany = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  audience: 'anyone',
  tag: 'Test',
  summary: '',
  params: z.object({ id: z.string().max(36) }),
  answer: z.object({}),
  refusals: [],
  rate: { perMinute: 1_000, guesses: 'none' },
});

const ADDRESSES = ['/', '/login', '/v/$token', '/admin', '/admin/merchants/$merchantCode', '/admin/users'];

beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta property="og:title" content="Zawadi" /><meta property="og:image" content="/cards/home.png" /><title>Zawadi</title><script src="/theme.js"></script></head><body><div id="root"></div><noscript><p>words</p><a href="mailto:support@zawadi.test">support@zawadi.test</a></noscript></body></html>`,
  );
  const pages = { '/v/*': '<link href="/assets/gift.js">', '/admin': '<link href="/assets/office.js">' };
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(folder, 'page-addresses.json'), JSON.stringify(ADDRESSES));
  mkdirSync(join(folder, 'developers'));
  writeFileSync(join(folder, 'developers', 'not-found.html'), '<h1>not-found</h1>');
  app = await createHttp({ log, trustProxy: false });
  registerRoutes(app, [route(oneOfMany, async () => ({}))], {
    authenticators: {} as Authenticators,
    rateFactor: 1,
  });
  await serveWeb(app, {
    publicUrl: 'https://gifts.example',
    supportEmail: 'help@gifts.example',
    folder,
    rateFactor: 1,
    gifts: {
      show: async ({ claimToken, language }) => ({
        title: 'A gift',
        markup: `<main>${claimToken} in ${language}</main>`,
        status: 200,
      }),
      open: async ({ claimToken, language }) => ({
        title: 'A gift <b>',
        markup: `<main>the code of ${claimToken} in ${language}</main>`,
        status: claimToken === 'known' ? 200 : 404,
      }),
    },
    cards: {
      read: async (token) => (token === 'known' ? { title: '"Ann" & <b> sent', cloth: 'eid' } : undefined),
      draw: async (title, picture) => Buffer.from(`${title} on ${picture.split('/').slice(-2).join('/')}`),
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a path over a raw socket, because `fetch` and `inject` would normalise it. */
async function ask(path: string, accept: string): Promise<{ status: number; json: Record<string, unknown> }> {
  const { port } = app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  request({ host: '127.0.0.1', port, path, headers: { accept } }, (response) => {
    void text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  })
    .on('error', reject)
    .end();
  const { status, body } = await promise;
  return { status, json: status === 404 ? Object(JSON.parse(body)) : {} };
}

const NOWHERE = [
  '/api//x',
  '/api/auth/../x',
  '/api/auth/%2e%2e/x',
  '/api/%00',
  `/api/things/${'x'.repeat(501)}`,
  `/api/${'x'.repeat(5_000)}`,
  '/api/%ff',
  '/static/%00',
  '/static/..%2f..%2fpackage.json',
  `/${'x'.repeat(5_000)}`,
  '/assets//x',
  '/.env',
  '/%',
];

test('answers a malformed path without a fault or a log line', async () => {
  const nameOf = (path: string) => path.slice(0, 40);
  await everyRow(NOWHERE, nameOf, async (path) => {
    logged.length = 0;
    const { status, json } = await ask(path, 'application/json');
    expect([status, json['responseCode'], json['code']]).toEqual([404, 404, 'not_found']);
    expect(logged).toEqual([]);
  });
});

test('serves no page at a path of the API, in any spelling', async () => {
  for (const path of ['/api//x', '/api/auth/../x', `/api/things/${'x'.repeat(501)}`]) {
    expect((await ask(path, 'text/html')).status, path).toBe(404);
  }
});

test.each([
  ['a browser', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['a link preview or a monitor', '*/*'],
  ['a program that says nothing', undefined],
])('serves %s the page at every path of the web app', async (_, accept) => {
  for (const url of ['/', '/login', '/v/5Yx0c_-AbC', '/admin/merchants/DUKA001?tab=staff.1']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await app.inject({ method, url, headers: accept === undefined ? {} : { accept } });
      expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
      ]);
    }
  }
});

test('answers a path without a page with the web app and 404, so that monitors and search engines know', async () => {
  const statusOf = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    return statusCode;
  };
  for (const url of [
    '/status',
    '/login/more',
    '/admin/merchants',
    '/admin/merchants/a/b',
    '/loginx',
    '/x/login',
  ]) {
    expect(await statusOf(url), url).toBe(404);
  }
  for (const url of ['/login/', '/Login', '/login?from=/status', '/admin/merchants/DUKA001', '/v/a%2Fb']) {
    expect(await statusOf(url), url).toBe(200);
  }
});

test.each([
  ['of the API', '/api/nothing', '*/*'],
  ['of a built file', '/assets/index-abc123.js', 'text/html'],
  ['of another file', '/favicon.ico', '*/*'],
  ['asked for as JSON', '/login', 'application/json'],
])('answers an unknown path %s with a 404 and a code', async (_, url, accept) => {
  const reply = await app.inject({ url, headers: { accept } });
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'not_found']);
});

test('answers methods other than GET and HEAD with a 404 and a code', async () => {
  const reply = await app.inject({ method: 'POST', url: '/login', headers: { accept: '*/*' } });
  expect(reply.statusCode).toBe(404);
});

test('the page of a gift names its card and stays out of search engines; other pages name the default card', async () => {
  const of = async (url: string) => app.inject({ url, headers: { accept: '*/*' } });
  const gift = await of('/v/known');
  expect(gift.headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(gift.body).toContain('content="&quot;Ann&quot; &amp; &lt;b> sent"');
  expect(gift.body).toContain('content="https://gifts.example/v/known/card.png"');
  expect((await of('/v/known/card.png')).body).toBe('"Ann" & <b> sent on cards/eid.png');
  for (const url of ['/', '/login', '/v/unknown']) {
    expect((await of(url)).body).toContain('content="https://gifts.example/cards/home.png"');
  }
  expect((await of('/v/unknown')).headers['x-robots-tag']).toBe('noindex, nofollow');
  expect((await of('/v/unknown/card.png')).statusCode).toBe(404);
});

test('a page preloads the files of its screen, and the page of a gift is marked as such', async () => {
  const of = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).body;
  expect(await of('/v/known')).toContain('<link href="/assets/gift.js"></head>');
  expect(await of('/v/unknown?lang=sw')).toContain('<html data-page="gift" lang="en">');
  expect(await of('/admin?from=x')).toContain('<link href="/assets/office.js"></head>');
  for (const url of ['/admin/users', '/login', '/']) {
    expect(await of(url), url).not.toMatch(/assets|data-page/u);
  }
});

test('answers an unknown path below /developers with their page', async () => {
  const { statusCode, body } = await app.inject({ url: '/developers/nothing' });
  expect([statusCode, body]).toEqual([404, '<h1>not-found</h1>']);
});

test('sends a page compressed to clients that accept it', async () => {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip, br' };
  const reply = await app.inject({ url: '/v/known', headers });
  expect(reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding, accept-language' });
  expect(brotliDecompressSync(reply.rawPayload).toString()).toContain('data-page="gift"');
  const plain = await app.inject({ url: '/v/known', headers: { accept: 'text/html' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('sends two headers with a file, and all security headers with a page', async () => {
  const names = async (url: string) => {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    return Object.keys(headers).filter((name) =>
      /^(?:content-security|x-|cross-origin|permissions)/u.test(name),
    );
  };
  expect(await names('/cloth/none.svg')).toEqual(['cross-origin-resource-policy', 'x-content-type-options']);
  expect(await names('/login')).toEqual(
    expect.arrayContaining(['content-security-policy', 'x-frame-options', 'permissions-policy']),
  );
  expect(await names('/theme.js')).toContain('content-security-policy');
});

test("shows the texts of a gift to browsers without scripts, in the browser's language", async () => {
  const said = async (url: string, language?: string) => {
    const headers = { accept: 'text/html', ...(language !== undefined && { 'accept-language': language }) };
    return (await app.inject({ url, headers })).body;
  };
  expect(await said('/v/known')).toContain('<noscript><main>known in en</main></noscript>');
  expect(await said('/v/known', 'sw-KE,sw;q=0.9,en;q=0.8')).toContain('known in sw');
  expect(await said('/v/known?lang=en', 'sw')).toContain('known in en');
  expect(await said('/login')).toContain('<p>words</p><a href="mailto:help@gifts.example">');
});

test('answers the plain gift form with an uncached page without scripts, and accepts no other body', async () => {
  const send = (type: string, payload: string) =>
    app.inject({ method: 'POST', url: '/v/known?lang=sw', headers: { 'content-type': type }, payload });
  const { statusCode, headers, body } = await send('application/x-www-form-urlencoded', '');
  expect([statusCode, headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']]).toEqual(
    [200, 'no-store', 'noindex, nofollow', 'no-referrer'],
  );
  expect(body).toContain('<html lang="sw"');
  expect(body).toContain('<title>A gift &lt;b></title>');
  expect(body).toContain('<body><main>the code of known in sw</main></body>');
  expect(body).not.toContain('<script');
  expect(headers['content-security-policy']).toContain("form-action 'self'");
  expect((await send('application/x-www-form-urlencoded', 'x'.repeat(2_000))).statusCode).toBe(413);
  expect((await send('text/plain', 'x')).statusCode).toBe(415);
});
