import { registerTransaction } from '@zawadi/contract';
import { giftRegistration } from '@zawadi/story/payment-requests';
import { signIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCallApi } from '../../apps/api/src/testing/call-api.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { pay, registerGift, untilPurchase } from '../faults/payments.ts';
import { untilWorking } from './finality.ts';
import { startSystem, type System } from './system.ts';

vi.setConfig({ testTimeout: 360_000 });

const HOUR_MS = 3_600_000;

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

test('F19 on a full disk, the API answers every request in time, acknowledges nothing unsaved, and recovers when space is free', async (context) => {
  const { disk } = system.database;
  if (!disk) return context.skip('no disk can be mounted here');
  const buyer = await newConsumer(system);
  const call = createCallApi(system.api.baseUrl, { mostTries: 1 });
  const body = giftRegistration(buyer, { recipient: buyer, amount: 500 });
  const registered = new Set<string>();
  const register = async () => {
    const { outcome, answer } = await call(registerTransaction, { body }, buyer);
    if (outcome === 'ok') registered.add(answer.requestId);
    return outcome;
  };
  disk.fill();
  try {
    await eventually('a refusal', async () => ((await register()) === 'ok' ? undefined : true));
    for (let round = 0; round < 5; round += 1) {
      const [ready, alive, ...calls] = await Promise.all([
        timed(() => probe('/readyz')),
        timed(() => probe('/healthz')),
        ...Array.from({ length: 10 }, () => timed(register)),
      ]);
      expect(Math.max(ready.ms, alive.ms)).toBeLessThan(2_000);
      expect(alive.outcome).toBe(200);
      expect(calls.filter(({ ms }) => ms > 10_000)).toEqual([]);
      expect(calls.filter(({ outcome }) => !['ok', 'overloaded'].includes(outcome))).toEqual([]);
    }
  } finally {
    disk.free();
  }
  await untilWorking(system);
  await eventually('a registration', async () => ((await register()) === 'ok' ? true : undefined));
  const { rows } = await system.owner.query<{ id: string }>('select id from purchases where buyer_id = $1', [
    buyer.user.id,
  ]);
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([...registered]));
  return undefined;
});

test('while the database is suspended, the API answers every request within ten seconds, and /readyz within two', async () => {
  const buyer = await newConsumer(system);
  const call = createCallApi(system.api.baseUrl, { mostTries: 1 });
  const body = giftRegistration(buyer, { recipient: buyer, amount: 500 });
  const readiness = () => probe('/readyz');
  await Promise.all(Array.from({ length: 30 }, readiness));
  system.database.halt();
  try {
    const [ready, ...calls] = await Promise.all([
      timed(readiness),
      ...Array.from({ length: 40 }, () =>
        timed(async () => (await call(registerTransaction, { body }, buyer)).outcome),
      ),
    ]);
    expect(ready.outcome).toBe(503);
    expect(ready.ms).toBeLessThan(2_000);
    expect(calls.filter(({ ms }) => ms > 10_000)).toEqual([]);
    expect([...new Set(calls.map(({ outcome }) => outcome))]).toEqual(['overloaded']);
  } finally {
    system.database.resume();
  }
  await untilWorking(system);
  expect((await call(registerTransaction, { body }, buyer)).outcome).toBe('ok');
});

test.each([
  ['an hour fast', HOUR_MS],
  ['an hour slow', -HOUR_MS],
])('F27 an API whose clock is %s still opens sessions and takes payments', async (_, offsetMs) => {
  const buyer = await newConsumer(system);
  system.skew('api', offsetMs);
  const bearer = await eventually('a session under that clock', async () => {
    const token = await signIn(system.api, buyer);
    return Math.abs(issuedAt(token) - system.deps.clock.now().getTime() - offsetMs) < 60_000
      ? token
      : undefined;
  });
  const asBuyer = { ...buyer, bearer };
  const gift = await registerGift(system, asBuyer, 500);
  await pay(system, asBuyer, gift);
  await system.sandbox.answerPrompt(buyer.phoneNumber, gift.billReferenceNumber, { pin: '1234' });
  expect(await untilPurchase(system, asBuyer, gift, 'COMPLETED')).toMatchObject({ orderStatus: 'COMPLETED' });
  system.skew('api', 0);
});

async function timed<T>(ask: () => Promise<T>): Promise<{ outcome: T; ms: number }> {
  const startedMs = performance.now();
  const outcome = await ask();
  return { outcome, ms: performance.now() - startedMs };
}

const probe = (path: '/readyz' | '/healthz') => fetch(system.api.baseUrl + path).then(({ status }) => status);

/** Returns the API's clock from its access tokens. */
function issuedAt(token: string): number {
  const [, claims = ''] = token.split('.');
  const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number };
  return iat * 1_000;
}
