import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlainGift, plainGift } from '../features/money/vouchers/index.ts';
import { createHttp } from '../http/create-http.ts';
import { serveWeb } from '../http/serve-web.ts';
import { createCallCounts } from '../platform/call-counts/create-call-counts.ts';
import { makeGifts } from '../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

const folder = mkdtempSync(join(tmpdir(), 'zawadi-plain-'));
let system: TestSystem;
let app: Awaited<ReturnType<typeof createHttp>>;
let callCounts: ReturnType<typeof createCallCounts>;
beforeAll(async () => {
  system = await createTestSystem();
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  writeFileSync(join(folder, 'pages.json'), '{}');
  const { deps } = system;
  callCounts = createCallCounts(deps);
  app = await createHttp({ log: deps.log, trustProxy: false, callCounts });
  const ofGift = { ...deps, isClosed: async () => false };
  await serveWeb(app, {
    publicUrl: deps.config.publicUrl,
    supportEmail: deps.config.support.email,
    folder,
    cards: { read: async () => undefined, draw: async () => Buffer.from('') },
    gifts: {
      show: (asked) => plainGift(ofGift, asked),
      open: (asked, counted) => openPlainGift(ofGift, asked, counted),
    },
    callCounts,
    rateFactor: 1,
  });
});
afterAll(async () => {
  await app.close();
  await callCounts.stop();
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(claimToken: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({ method: 'POST', url: `/v/${claimToken}?lang=en`, headers, payload: '' });
}

async function statusesOf(tokens: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const token of tokens) {
    const { statusCode } = await send(token);
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
}

test('the plain gift form shares its limits with the API: wrong links per network, and uses per valid link', async () => {
  const gifts = await makeGifts(system, 2, { amount: 100 });
  const [one = '', other = ''] = gifts.map(({ claimToken }) => claimToken);
  const guesses = Array.from({ length: 65 }, () => randomBytes(32).toString('base64url'));
  expect(await statusesOf(guesses)).toEqual({ 404: 60, 429: 5 });
  expect(await statusesOf(Array.from({ length: 62 }, () => one))).toEqual({ 200: 60, 429: 2 });
  expect((await send(other)).statusCode).toBe(200);
});

test('answers too many uses of the gift form with a page, not with JSON', async () => {
  const [gift] = await makeGifts(system, 1, { amount: 100 });
  const token = gift?.claimToken ?? '';
  await statusesOf(Array.from({ length: 60 }, () => token));
  const answer = await send(token);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('Please try again in a few minutes');
});
