import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp } from './create-http.ts';
import { serveDevelopers } from './serve-developers.ts';

const folder = mkdtempSync(join(tmpdir(), 'zawadi-developers-'));
let app: Awaited<ReturnType<typeof createHttp>>;
let notFound: string | undefined;
beforeAll(async () => {
  mkdirSync(join(folder, 'developers'));
  for (const name of ['quick-start', 'errors', 'not-found']) {
    const html = `<!doctype html><h1>${name}</h1><code>curl https://zawadi.example/api/v1</code>`;
    writeFileSync(join(folder, 'developers', `${name}.html`), html);
  }
  for (const file of ['errors.md', 'llms.txt', 'changes.atom', 'zawadi-sdk.tgz']) {
    writeFileSync(join(folder, 'developers', file), `${file} of https://zawadi.example`);
  }
  app = await createHttp({ log: pino({ level: 'silent' }), trustProxy: false });
  notFound = serveDevelopers(app, { folder, publicUrl: 'https://gifts.example' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test("shows this deployment's URL in the examples of the developers' pages", async () => {
  const of = async (url: string) => app.inject({ url, headers: { accept: '*/*' } });
  for (const url of ['/developers', '/developers/']) {
    const { statusCode, headers } = await of(url);
    expect([statusCode, headers.location]).toEqual([302, '/developers/quick-start']);
  }
  const page = await of('/developers/errors');
  expect(page.body).toBe('<!doctype html><h1>errors</h1><code>curl https://gifts.example/api/v1</code>');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(notFound).toContain('<h1>not-found</h1>');
});

test("serves the developers' pages as Markdown, their table of contents and the feed, with this deployment's URL", async () => {
  const of = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url });
    return [statusCode, headers['content-type'], body];
  };
  expect(await of('/developers/errors.md')).toEqual([
    200,
    'text/markdown; charset=utf-8',
    'errors.md of https://gifts.example',
  ]);
  expect(await of('/llms.txt')).toEqual([
    200,
    'text/plain; charset=utf-8',
    'llms.txt of https://gifts.example',
  ]);
  expect(await of('/developers/changes.atom')).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
    'changes.atom of https://gifts.example',
  ]);
  expect((await of('/developers/nothing.md'))[0]).toBe(404);
});
