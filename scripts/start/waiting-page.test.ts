import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '@zawadi/story/free-port';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWaitingPage, type WaitingPage } from './waiting-page.mjs';

const HOST = '127.0.0.1';
let port = 0;
let page: WaitingPage | undefined;

beforeEach(async () => {
  port = await freePort();
  page = await openWaitingPage({ port, host: HOST });
});
afterEach(() => page?.close());

test('answers calls with 503, when to try again, and how far the preparation is', async () => {
  page?.show({ step: 'Playing August 2026', percent: 40 });
  const answer = await fetch(`http://${HOST}:${port}/api/v1/wallets`, { method: 'POST' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({
    status: 503,
    title: 'Zawadi is being prepared',
    detail: 'Playing August 2026, 40 %. Try again in a moment.',
    step: 'Playing August 2026',
    percent: 40,
  });
});

test('shows a browser a page that loads nothing else', async () => {
  const answer = await fetch(`http://${HOST}:${port}/login`, { headers: { accept: 'text/html,*/*' } });
  expect(answer.status).toBe(503);
  const html = await answer.text();
  expect(html).toContain('<h1>Zawadi is being prepared</h1>');
  expect(html).toContain('--surface: #f6f3ec');
  expect(html).not.toMatch(/(?:src|href)="(?!data:)|url\(|@import/u);
});

test('frees the port although a browser opened a connection in advance', async () => {
  const early = connect(port, HOST);
  await once(early, 'connect');
  await page?.close();
  page = await openWaitingPage({ port, host: HOST });
  expect(page).toBeDefined();
  early.destroy();
});

test.each([
  ['a port in use', () => port],
  ['a number that is no port', () => Number('four thousand')],
])('leaves the explanation to the start for %s', async (_, wanted) => {
  expect(await openWaitingPage({ port: wanted(), host: HOST })).toBeUndefined();
});
