import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@zawadi/story/free-port';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { expireHold } from '../../../testing/holds.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, type Till } from '../../../testing/tills.ts';
import { saveWebhook } from '../../merchants/webhooks/save-webhook.ts';
import { createWebhookWorker } from '../../merchants/webhooks/index.ts';
import { expireHolds } from './index.ts';

// Long, because each example starts its own server on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000 });
const PATIENCE = { timeout: 30_000, interval: 100 };

const hasPhp = spawnSync('php', ['--version']).status === 0;
const examples = resolve(import.meta.dirname, '../../../../../../docs/developers/examples');
const folder = mkdtempSync(join(tmpdir(), 'zawadi-checkout-'));

let system: TestSystem;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  system = await createTestSystem();
  const worker = createWebhookWorker(system.deps, { concurrency: 4, pollMs: 50 });
  closers.push(() => worker.stop());
});
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
  await system.close();
});

type Shop = { till: Till; url: string };

/** Starts an example with the command in its documentation, and registers it as the shop's webhook. */
async function open(command: (port: string) => [string, ...string[]]): Promise<Shop> {
  const [till, port] = [await newTill(system), String(await freePort())];
  const url = `http://127.0.0.1:${port}`;
  const request = { merchantId: till.merchantId, url: `${url}/events`, staffId: randomUUID(), isOwner: true };
  const { signingSecret = '' } = await saveWebhook(system.deps, request);
  const [key, secret] = till.basic.split(':');
  const [program, ...rest] = command(port);
  const child: ChildProcess = spawn(program, rest, {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: port,
      ZAWADI_URL: `${system.deps.config.publicUrl}/api/v1`,
      ZAWADI_API_KEY: key,
      ZAWADI_API_SECRET: secret,
      ZAWADI_WEBHOOK_SECRET: signingSecret,
      ORDERS_FILE: join(folder, `${port}.json`),
    },
  });
  closers.push(() => child.kill());
  await vi.waitFor(async () => fetch(`${url}/orders/none`), PATIENCE);
  return { till, url };
}

async function post({ url }: Shop, path: string, body: object) {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, ...Object(await response.json()) };
}

const stateOf = async ({ url }: Shop, order: string) =>
  Object(await (await fetch(`${url}/orders/${order}`)).json()).state;

describe.each([
  ['Node', true, () => [process.execPath, join(examples, 'checkout-node/checkout.mjs')] as const],
  [
    'PHP',
    hasPhp,
    (port: string) =>
      ['php', '-S', `127.0.0.1:${port}`, join(examples, 'checkout-php/checkout.php')] as const,
  ],
] as const)('the checkout example in %s', (_name, isThere, command) => {
  test.skipIf(!isThere)(
    'places holds, captures shipped orders, releases cancelled ones, and receives their events',
    async () => {
      const shop = await open((port) => [...command(port)]);
      const { till } = shop;
      const gift = await makeGift(system, { amount: 1_000 });
      const { code } = gift;
      expect(await post(shop, '/checkout', { order: 'A1', code, amount: 400 })).toMatchObject({
        status: 200,
        state: 'reserved',
      });
      // The customer clicks twice: the second request must change nothing.
      await post(shop, '/checkout', { order: 'A1', code, amount: 400 });
      expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([550, 0]);
      expect(await post(shop, '/checkout', { order: 'A2', code, amount: 600 })).toMatchObject({
        status: 409,
        code: 'insufficient_voucher_balance',
      });
      expect(await post(shop, '/ship', { order: 'A1', amount: 300 })).toMatchObject({
        state: 'paid',
        paid: 300,
      });
      await post(shop, '/ship', { order: 'A1', amount: 300 });
      expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([650, 300]);

      await post(shop, '/checkout', { order: 'A3', code, amount: 200 });
      expect(await post(shop, '/cancel', { order: 'A3' })).toMatchObject({ state: 'cancelled' });
      expect(await leftOn(system, gift)).toBe(650);

      const { holdId } = await post(shop, '/checkout', { order: 'A4', code, amount: 200 });
      await expireHold(system, holdId);
      await expireHolds(system.deps);
      await vi.waitFor(async () => expect(await stateOf(shop, 'A4')).toBe('cancelled'), PATIENCE);
      expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([650, 300]);
      const forged = { type: 'voucher.hold_released', data: { reference: 'A1', reason: 'expired' } };
      expect((await post(shop, '/events', forged)).status).toBe(400);
    },
  );
});
