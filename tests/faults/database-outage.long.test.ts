import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLossyProxy, type LossyProxy } from '../../apps/api/src/testing/lossy-proxy.ts';
import { createTestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { startProduct, type Product } from './processes.ts';

const OUTAGE_MS = 30_000;
const CALLS_AT_ONCE = 20;

let proxy: LossyProxy;
let product: Product;
beforeAll(async () => {
  const database = await createTestDatabase();
  proxy = await startLossyProxy(Number(new URL(database.appUrl).port));
  product = await startProduct({ ...database, appUrl: proxy.through(database.appUrl) });
});
afterAll(async () => {
  await product?.close();
  await proxy?.close();
});

test('in a database outage of 30 seconds, writes under 1 MB of logs, answers 503, and recovers without help', async () => {
  const { server, worker } = product;
  const before = server.printedBytes() + worker.printedBytes();
  proxy.shut();
  const statuses = new Set<number>();
  for (const end = Date.now() + OUTAGE_MS; Date.now() < end; await sleep(200)) {
    for (const status of await Promise.all(Array.from({ length: CALLS_AT_ONCE }, signIn)))
      statuses.add(status);
  }
  const written = server.printedBytes() + worker.printedBytes() - before;
  proxy.open();
  await expect.poll(signIn, { timeout: 30_000 }).toBe(401);
  expect([...statuses]).toEqual([503]);
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(1_000_000);
  expect(server.isRunning() && worker.isRunning()).toBe(true);
}, 120_000);

async function signIn(): Promise<number> {
  const response = await fetch(`${product.url}/api/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@zawadi.test', password: 'Not-a-password-1' }),
    signal: AbortSignal.timeout(15_000),
  });
  return response.status;
}
