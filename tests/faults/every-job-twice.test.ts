import { readFileSync } from 'node:fs';
import { paths } from '@zawadi/mpesa/wire/paths';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDelivery, listJobs } from '../../apps/api/src/app-worker.ts';
import type { OrderDeps } from '../../apps/api/src/features/mpesa/orders/index.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { leftOn, makeGift, type Gift } from '../../apps/api/src/testing/gifts.ts';
import { hold, expireHold } from '../../apps/api/src/testing/holds.ts';
import { answerPrompt, registerAndStart, untilStatus } from '../../apps/api/src/testing/purchase-calls.ts';
import { refund } from '../../apps/api/src/testing/refund-calls.ts';
import {
  createSettlingSystem,
  earn,
  moveToYesterday,
  newAdministrator,
  newPayee,
} from '../../apps/api/src/testing/settlement-calls.ts';
import type { TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { newTill } from '../../apps/api/src/testing/tills.ts';
import { until } from '../../apps/api/src/testing/until.ts';
import {
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
} from '../../apps/api/src/testing/withdrawal-calls.ts';

vi.setConfig({ testTimeout: 360_000 });

const START_BALANCE = 50_000;

let system: TestSystem;
let workers: OrderDeps[];
let secondDelivery: ReturnType<typeof createDelivery>;
beforeAll(async () => {
  system = await createSettlingSystem();
  const { deps } = await system.addApi();
  workers = [system.deps, deps];
  secondDelivery = createDelivery(deps);
});
afterAll(async () => {
  await secondDelivery.stop();
  await system.close();
});

/**
 * Runs every job of the worker on two workers at once. The job queue gives a job to one worker, but also to a second
 * one if the first was suspended and then continues.
 */
async function runEveryJobTwice(): Promise<void> {
  await system.owner.query(
    `update orders set next_poll_at = now() where next_poll_at is not null;
     update orders set sending_at = now() - interval '45 seconds' where state = 'SENDING'`,
  );
  await Promise.all(workers.flatMap((deps) => listJobs(deps).map(({ run }) => run())));
}

async function textsTo({ phoneNumber }: { phoneNumber: string }, pattern: RegExp): Promise<string[]> {
  const { messages } = await system.sandbox.phone(phoneNumber);
  return messages.map(({ text }) => text).filter((text) => pattern.test(text));
}

async function mailsAboutRequests(): Promise<string[]> {
  const { rows } = await system.owner.query<{ kind: string }>(
    `select split_part(dedupe_key, ':', 1) as kind from outbox where dedupe_key ~ '^approvals?-' order by 1`,
  );
  return rows.map(({ kind }) => kind);
}

/** Waits until every message is sent or has finally failed. */
function untilNothingWaits(): Promise<void> {
  return until(async () => {
    const { rows } = await system.owner.query(`select 1 from outbox where state = 'pending'`);
    expect(rows).toEqual([]);
  });
}

function change(gift: Gift, what: string): Promise<unknown> {
  return system.owner.query(`update vouchers set ${what} where id = $1`, [gift.voucherId]);
}

test('F28 two workers that run every job at the same time do all due work only once', async () => {
  const scheduled = newPerson('Asha', 'Otieno');
  const inTenDays = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 10 * 86_400_000).toISOString();
  const later = await makeGift(system, { amount: 1_000, recipient: scheduled, deliverAt: inTenDays });
  await change(later, `deliver_at = now() - interval '1 second'`);

  const forgetful = newPerson('Kip', 'Rotich');
  const ending = await makeGift(system, { amount: 1_000, recipient: forgetful });
  await change(
    ending,
    `expires_at = (date_trunc('day', now() at time zone 'Africa/Nairobi') + interval '8 days' - interval '1 millisecond')
       at time zone 'Africa/Nairobi'`,
  );
  const expired = await makeGift(system, { amount: 1_000 });
  await change(expired, `expires_at = now() - interval '1 second'`);

  const [till, reserved] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const { answer: held } = await hold(system, till, reserved.code, { amount: 400 });
  await expireHold(system, held.id);

  const shopPhone = newPerson('Duka', 'Moja').phoneNumber;
  const shop = await newPayee(system, { kind: 'mpesa', msisdn: shopPhone });
  await earn(system, shop, 500);
  await moveToYesterday(system, shop);
  await system.owner.query(
    `update merchants set created_at = now() - interval '3 days', settlement_hour = 0 where id = $1`,
    [shop.merchantId],
  );

  // `maker` requests the refunds; the other administrator may approve.
  const [maker] = [await newAdministrator(system), await newAdministrator(system, 'administrator')];
  for (const amount of [30_000, 20_000]) {
    await system.owner.query(`update approvals set expires_at = now() - interval '1 hour'`);
    await refund(system, maker, await makeGift(system, { amount }));
  }

  const buyer = await newConsumer(system);
  const purchase = await registerAndStart(system, buyer, { amount: 1_000, recipient: buyer });
  await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, purchase));

  const saver = await newSaver(system);
  const before = await phoneBalance(system, saver);
  await system.sandbox.behave({ failHttp: { path: paths.b2c, status: 503, times: 1 } });
  await registerAndStartWithdrawal(system, saver, 1_000);

  await until(async () => {
    await runEveryJobTwice();
    expect(await phoneBalance(system, saver)).toBe(before + 975);
    expect((await system.sandbox.phone(shopPhone)).balance).toBe(START_BALANCE + 495);
    expect(await textsTo(scheduled, /sent you/u)).toHaveLength(1);
    expect(await textsTo(forgetful, /is left on your gift/u)).toHaveLength(1);
    expect(await textsTo(buyer, /\/v\//u)).toHaveLength(1);
    expect(await mailsAboutRequests()).toEqual(['approval-ended', 'approvals-waiting']);
  });
  await untilStatus(system, buyer, purchase, 'COMPLETED');
  for (let round = 0; round < 3; round += 1) await runEveryJobTwice();
  await untilNothingWaits();

  expect(await phoneBalance(system, saver)).toBe(before + 975);
  expect((await system.sandbox.phone(shopPhone)).balance).toBe(START_BALANCE + 495);
  expect(await textsTo(scheduled, /sent you/u)).toHaveLength(1);
  expect(await textsTo(forgetful, /is left on your gift/u)).toHaveLength(1);
  expect(await textsTo(buyer, /\/v\//u)).toHaveLength(1);
  expect(await mailsAboutRequests()).toEqual(['approval-ended', 'approvals-waiting']);
  expect([
    await leftOn(system, later),
    await leftOn(system, expired),
    await leftOn(system, reserved),
  ]).toEqual([950, 0, 950]);
});

test('docs/many-processes.md names every job', () => {
  const [, section = ''] = readFileSync('docs/many-processes.md', 'utf8').split('## Jobs\n');
  const patterns = [...section.matchAll(/^\| (`[^|]+) \|/gmu)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => new RegExp(`^${name.replace('…', '.+')}$`, 'u')),
  );
  const names = listJobs(system.deps).map(({ name }) => name);
  expect(names.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
  expect(patterns.filter((pattern) => !names.some((name) => pattern.test(name)))).toEqual([]);
});
