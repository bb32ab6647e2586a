import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp } from './create-http.ts';
import { serveWeb } from './serve-web.ts';

let folder: string;
let http: Awaited<ReturnType<typeof createHttp>>;
beforeAll(async () => {
  folder = `${mkdtempSync(join(tmpdir(), 'zawadi-web-'))}/`;
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>Zawadi</title>');
  http = await createHttp({ log: pino({ level: 'silent' }), trustProxy: false });
  await serveWeb(http, folder);
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['a browser', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['a link preview or a monitor', '*/*'],
  ['a program that says nothing', undefined],
])('%s gets the page at every address of the web app', async (_, accept) => {
  for (const url of ['/', '/login', '/v/5Yx0c_-AbC', '/admin/merchants/DUKA001?tab=staff.1']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await http.inject({ method, url, headers: accept === undefined ? {} : { accept } });
      expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
      ]);
    }
  }
});

test.each([
  ['of the API', '/api/nothing', '*/*'],
  ['of a built file', '/assets/index-abc123.js', 'text/html'],
  ['of another file', '/favicon.ico', '*/*'],
  ['asked for as JSON', '/login', 'application/json'],
])('an address %s that is not there is a 404 with a code', async (_, url, accept) => {
  const reply = await http.inject({ url, headers: { accept } });
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'not_found']);
});

test('other methods than reading are a 404 with a code', async () => {
  const reply = await http.inject({ method: 'POST', url: '/login', headers: { accept: '*/*' } });
  expect(reply.statusCode).toBe(404);
});
