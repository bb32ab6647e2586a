import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newTill } from '../../apps/api/src/testing/tills.ts';
import { buyCode, redeem } from '../faults/tills.ts';
import { startHighlyAvailable, type HighlyAvailable } from './system.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const ALONE_MS = 25_000;
const AMOUNT = 100;

let system: HighlyAvailable;
beforeAll(async () => {
  system = await startHighlyAvailable();
});
afterAll(() => system?.stop());

test('F16 a PostgreSQL leader that restarts after a crash without replicas confirms no write until a replica is back', async () => {
  const { cluster } = system;
  const { basic } = await newTill(system);
  const wanted = { code: await buyCode(system, 1_000), key: randomUUID(), amount: AMOUNT };
  const leader = await cluster.leader();
  const replicas = cluster.nodes.filter((node) => node !== leader);

  for (const replica of replicas) replica.halt();
  expect(await redeemOnce(basic, wanted)).not.toBe(200);
  await leader.kill9('postgres');
  const answers = new Set<number | undefined>();
  for (const end = Date.now() + ALONE_MS; Date.now() < end; await pause(500))
    answers.add(await redeemOnce(basic, wanted));
  expect([...answers]).not.toContain(200);

  for (const replica of replicas) replica.resume();
  const { answer } = await redeem(system, basic, wanted);
  expect(answer.redemption.amount).toBe(AMOUNT);
  await cluster.untilWhole();
  const { rows } = await system.owner.query('select amount_cents::int / 100 as amount from redemptions');
  expect(rows).toEqual([{ amount: AMOUNT }]);
  await system.expectBooks();
});

/** Redeems once without a retry. @returns the HTTP status, undefined without an answer */
async function redeemOnce(
  basic: string,
  { code, key, amount }: { code: string; key: string; amount: number },
): Promise<number | undefined> {
  const response = await fetch(`${system.api.baseUrl}/api/v1/vouchers/${code}/redeem`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ amount }),
    signal: AbortSignal.timeout(8_000),
  }).catch(() => undefined);
  return response?.status;
}
