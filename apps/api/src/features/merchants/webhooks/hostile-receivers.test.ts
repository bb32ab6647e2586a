import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { saveWebhook, testWebhook, type WebhookDeliveryDetail } from '@zawadi/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PeopleApp } from '../../../testing/people-app.ts';
import { newListeningShop, startShops, type Shop } from './testing/shop.ts';
import { startReceiver, type Receiver } from './testing/start-receiver.ts';

let people: PeopleApp;
let shop: Shop;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  people = await startShops();
  shop = await newListeningShop(people, 'http://127.0.0.1:9/');
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => people.close());

/** Saves this URL, presses the Test button, and returns the logged delivery. */
async function tryAddress(url: string, tester: Shop = shop): Promise<WebhookDeliveryDetail> {
  expect((await tester.call(saveWebhook, { body: { url } })).status).toBe(200);
  return (await tester.call(testWebhook)).json.body as WebhookDeliveryDetail;
}

async function receiverThat(answers: Parameters<Receiver['answer']>[0]): Promise<Receiver> {
  const receiver = await startReceiver();
  receiver.answer(answers);
  closers.push(receiver.close);
  return receiver;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('reads at most 64 KB of an endless answer, and stores at most 2 KB', async () => {
  let written = 0;
  const { url } = await receiverThat((response) => {
    const fill = () => {
      while (response.write('x'.repeat(16_384))) written += 16_384;
    };
    response.on('drain', fill);
    fill();
  });
  const { state, attempts } = await tryAddress(url);
  expect(state).toBe('delivered');
  expect(attempts[0]?.responseBody).toBe('x'.repeat(2_048));
  expect(written).toBeLessThan(20_000_000);
});

test('does not call a saved URL of the sandbox itself, and tells the merchant why', async () => {
  const { sandboxPort } = people.deps.config;
  const own = await newListeningShop(people, 'http://127.0.0.1:9/');
  await people.owner.query(`update webhook_addresses set url = $2 where merchant_id = $1`, [
    own.merchantId,
    `http://127.0.0.1:${sandboxPort}/control/reset`,
  ]);
  const { attempts } = (await own.call(testWebhook)).json.body as WebhookDeliveryDetail;
  expect(attempts).toMatchObject([
    { explanation: 'The address is one of Zawadi itself, so nothing was sent.' },
  ]);
  expect(attempts[0]).not.toHaveProperty('responseBody');
});

test('ends an attempt after ten seconds, whether the receiver is silent or sends slow bytes', async () => {
  const silent = await receiverThat(() => {});
  const dripping = await receiverThat((response) => {
    const drip = setInterval(() => response.write('.'), 100);
    response.on('close', () => clearInterval(drip));
  });
  const other = await newListeningShop(people, dripping.url);
  const tries = await Promise.all([tryAddress(silent.url), tryAddress(dripping.url, other)]);
  for (const { state, attempts } of tries) {
    expect(state).toBe('failed');
    expect(attempts[0]?.explanation).toBe('There was no whole answer within 10 seconds.');
    expect(attempts[0]?.durationMs).toBeGreaterThanOrEqual(9_900);
    expect(attempts[0]?.durationMs).toBeLessThan(15_000);
  }
});

test('A21 a redirect fails the attempt, and is not followed', async () => {
  const inner = await receiverThat((response) => response.end());
  const { url } = await receiverThat((response) => response.writeHead(302, { location: inner.url }).end());
  const { state, attempts } = await tryAddress(url);
  expect(state).toBe('failed');
  expect(attempts[0]).toMatchObject({ status: 302, explanation: expect.stringContaining('a redirect') });
  expect(inner.heard).toEqual([]);
});

test('distinguishes a receiver that hangs up, one that sends nonsense and one that is unreachable', async () => {
  const rude = await receiverThat((response) => response.destroy());
  expect((await tryAddress(rude.url)).attempts[0]?.explanation).toContain('closed the connection');
  const nonsense = await listen(createServer((socket) => socket.end('what?\r\n\r\n')));
  expect((await tryAddress(`http://127.0.0.1:${nonsense}/`)).attempts[0]?.explanation).toContain('not HTTP');
  await rude.close();
  closers.length = 0;
  expect((await tryAddress(rude.url)).attempts[0]?.explanation).toContain('nothing listens');
});

test('an untrusted certificate, or no TLS at all, is reported as a TLS failure', async () => {
  const own = (name: string) =>
    readFileSync(new URL(`../../../../../sandbox/src/certificate/${name}`, import.meta.url));
  const tls = createTlsServer(
    { key: own('sandbox-only-private-key.pem'), cert: own('sandbox-only-certificate.pem') },
    (_, response) => response.end(),
  );
  const port = await listen(tls);
  const untrusted = await tryAddress(`https://127.0.0.1:${port}/`);
  expect(untrusted.state).toBe('failed');
  expect(untrusted.attempts[0]?.explanation).toMatch(/certificate/u);
  const plain = await receiverThat((response) => response.end());
  const none = await tryAddress(plain.url.replace('http:', 'https:'));
  expect(none.attempts[0]?.explanation).toContain('No secure connection');
});

test.each(['https://10.0.0.1/', 'https://169.254.169.254/latest', 'https://[fd00::1]/', 'http://8.8.8.8/'])(
  'A21 never calls %s, however it was saved',
  async (url) => {
    await people.owner.query('update webhook_addresses set url = $1 where merchant_id = $2', [
      url,
      shop.merchantId,
    ]);
    const { state, attempts } = (await shop.call(testWebhook)).json.body as WebhookDeliveryDetail;
    expect(state).toBe('failed');
    expect(attempts[0]?.explanation).toContain('so nothing was sent');
  },
);

test('logs an answer with bytes that are not text', async () => {
  const { url } = await receiverThat((response) => response.end(Buffer.from([0, 1, 255, 254, 104, 105, 0])));
  const { state, attempts } = await tryAddress(url);
  expect(state).toBe('delivered');
  expect(attempts[0]?.responseBody).toMatch(/hi/u);
});
