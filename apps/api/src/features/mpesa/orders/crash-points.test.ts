import { setTimeout as pause } from 'node:timers/promises';
import { newPerson } from '@zawadi/story/people';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { armCrashPoints, ORDER_STEPS, type CrashStep } from '../../../platform/crash-points.ts';
import { watchPaidOut } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { everyRow } from '../../../testing/every-row.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { register, start } from '../../../testing/purchase-calls.ts';
import { payForGift, refund } from '../../../testing/refund-calls.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { newUssdCaller } from '../../../testing/ussd-callers.ts';
import { typeUssdPin } from '../../../testing/ussd-calls.ts';
import { newSaver, registerWithdrawal, startOf } from '../../../testing/withdrawal-calls.ts';
import { sweepMessages } from '../../money/callbacks/index.ts';
import { pollOrders } from './index.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  await switchFeatures(system, true, 'ussd');
  administrator = await newAdministrator(system);
  system.atEnd(await watchPaidOut(system));
});
afterEach(() => armCrashPoints(undefined));
afterAll(() => system.close());

/** An order that a test is about to make, and how it measures the money moved. */
type Scene = {
  homeId: string;
  act: () => Promise<unknown>;
  /** KES that the phone has received since the scene began; negative for KES that it has paid. */
  moved: () => Promise<number>;
  /** The expected move when the order succeeds. */
  amount: number;
};

async function watchPhone(msisdn: string): Promise<() => Promise<number>> {
  const { balance: before } = await system.sandbox.phone(msisdn);
  return async () => (await system.sandbox.phone(msisdn)).balance - before;
}

async function purchase(): Promise<Scene> {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 500 });
  const { rows } = await system.owner.query<{ home_id: string }>(
    'select home_id from purchases where id = $1',
    [registered.requestId],
  );
  return {
    homeId: rows[0]?.home_id ?? '',
    amount: -500,
    moved: await watchPhone(buyer.phoneNumber),
    act: async () => {
      await start(system, buyer, registered);
      const { prompts } = await system.sandbox.phone(buyer.phoneNumber);
      if (prompts.length === 0) return;
      await system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { pin: '1234' });
    },
  };
}

async function withdrawal(): Promise<Scene> {
  const person = await newSaver(system);
  const registered = await registerWithdrawal(system, person, 1_000);
  return {
    homeId: person.user.id,
    amount: 975,
    moved: await watchPhone(person.phoneNumber),
    act: () => startOf(system, person, registered),
  };
}

async function withdrawalByUssd(): Promise<Scene> {
  const { phoneNumber, userId } = await newUssdCaller(system, 2_000);
  return {
    homeId: userId,
    amount: 975,
    moved: await watchPhone(phoneNumber),
    act: () => typeUssdPin(system, { phoneNumber, before: '2*2*1000', pin: '830592' }),
  };
}

async function settlementToPhone(): Promise<Scene> {
  const { phoneNumber: msisdn } = newPerson('Duka', 'Moja');
  const shop = await newPayee(system, { kind: 'mpesa', msisdn });
  await earn(system, shop, 1_000);
  return {
    homeId: shop.merchantId,
    amount: 990,
    moved: await watchPhone(msisdn),
    act: () => settleNow(system, administrator, shop).catch(() => undefined),
  };
}

async function settlementToTill(): Promise<Scene> {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  await earn(system, shop, 1_000);
  const before = await system.sandbox.books();
  return {
    homeId: shop.merchantId,
    amount: 990,
    moved: async () => {
      const { working, charges } = await system.sandbox.books();
      return before.working + before.charges - working - charges;
    },
    act: () => settleNow(system, administrator, shop).catch(() => undefined),
  };
}

async function refundToPhone(): Promise<Scene> {
  const gift = await payForGift(system, 700);
  return {
    homeId: gift.voucherId,
    amount: 700,
    moved: await watchPhone(gift.buyer.phoneNumber),
    act: () => refund(system, administrator, gift),
  };
}

const KINDS = [
  { name: 'a purchase', kind: 'purchase', prepare: purchase, without: ['poll-opened'] },
  { name: 'a withdrawal', kind: 'withdrawal', prepare: withdrawal, without: [] },
  { name: 'a withdrawal by USSD', kind: 'withdrawal', prepare: withdrawalByUssd, without: [] },
  { name: 'a settlement to a phone', kind: 'settlement', prepare: settlementToPhone, without: [] },
  { name: 'a settlement to a till', kind: 'settlement', prepare: settlementToTill, without: [] },
  { name: 'a refund', kind: 'refund', prepare: refundToPhone, without: [] },
] as const;

const WALKS = KINDS.flatMap(({ without, ...kind }) =>
  ORDER_STEPS.filter((step) => !(without as readonly CrashStep[]).includes(step)).map((step) => ({
    ...kind,
    step,
  })),
);

type Walk = (typeof WALKS)[number];

const PATIENCE = { timeout: 900_000 };

type Order = { id: string; state: string; isReviewed: boolean };

async function orderOf(homeId: string, kind: string): Promise<Order> {
  const { rows } = await system.owner.query<Order>(
    `select o.id, o.state, o.id in (select subject_id from reviews) as "isReviewed"
     from orders o where o.home_id = $1 and o.kind = $2`,
    [homeId, kind],
  );
  expect(rows).toHaveLength(1);
  return rows[0] as Order;
}

/** Runs the worker's jobs without their pauses, until the order ends. An order without evidence fails in the end. */
async function recover(homeId: string, kind: string): Promise<Order> {
  for (let round = 1; ; round += 1) {
    const order = await orderOf(homeId, kind);
    if (['SUCCEEDED', 'FAILED'].includes(order.state) || order.isReviewed) return order;
    if (round > 40) throw new Error(`an order stays ${order.state}`);
    await system.owner.query(
      `update orders
       set next_poll_at = moment(), sending_at = sending_at - interval '1 minute'
       where id = $1 and state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN')`,
      [order.id],
    );
    await system.owner.query(
      `update provider_messages set received_at = received_at - interval '1 minute' where processed_at is null`,
    );
    if (round === 10) {
      await system.owner.query(
        `update orders set created_at = created_at - interval '49 hours' where id = $1`,
        [order.id],
      );
    }
    await sweepMessages(system.deps);
    await pollOrders(system.deps);
    await system.idle();
    await pause(50);
  }
}

test('F8 F9 an order whose process dies at any step is executed once or not at all', PATIENCE, async () => {
  const nameOf = ({ name, step }: Walk) => `${name} at ${step}`;
  await everyRow(WALKS, nameOf, async ({ kind, prepare, step }) => {
    armCrashPoints(undefined);
    await system.provider.reset();
    await system.deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
    const { homeId, act, moved, amount } = await prepare();
    const isPoll = step.startsWith('poll-');
    if (isPoll) await system.provider.losing(act);
    let died = 0;
    armCrashPoints((at, of) => {
      if (at !== step || !of.startsWith(kind) || died > 0) return;
      died += 1;
      throw new Error('the process dies here');
    });
    if (isPoll) {
      await system.owner.query('update orders set next_poll_at = moment() where home_id = $1', [homeId]);
      await pollOrders(system.deps);
    } else await act();
    await expect.poll(() => died, { timeout: 5_000 }).toBe(1);

    const { state } = await recover(homeId, kind);
    expect(await moved()).toBe(state === 'SUCCEEDED' ? amount : 0);
  });
});
