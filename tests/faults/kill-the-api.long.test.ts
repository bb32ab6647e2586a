import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { paths } from '@zawadi/mpesa/wire/paths';
import { newTill } from '../../apps/api/src/testing/tills.ts';
import { expectKept } from './expect-kept.ts';
import { live, type Life } from './scenarios.ts';
import { startProduct, type Product } from './processes.ts';
import { createRandom, type Random } from './random.ts';
import { letPaymentsSettle } from './settle.ts';

const { stkPush, stkQuery, b2c, token, transactionStatus } = paths;

const CALM = {
  promptLifetimeMs: 3_000,
  callback: { copies: 1, delayMs: 0, drop: false, beforeReply: false },
  b2c: 'succeed',
  failHttp: null,
  hang: null,
  executeThenDrop: null,
};

/** The sandbox's defaults, except that prompts are answered at once. */
const calmDay = { ...CALM, autoAnswer: 'approve', answerDelayMs: 0 };

vi.setConfig({ testTimeout: 900_000 });

const seed = process.env['FAULT_SEED'] ?? String(randomInt(1_000_000));
const KILLS = 6;
const FULL_LIVES = 10;
const PEOPLE_AT_ONCE = 5;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test(`API and worker killed -9 repeatedly while M-PESA misbehaves lose and repeat nothing (FAULT_SEED=${seed})`, async () => {
  const { basic } = await newTill(product);
  const lives: Life[] = [];
  let isOver = false;
  const people = Array.from({ length: PEOPLE_AT_ONCE }, async (_, lane) => {
    for (let n = 0; !isOver; n += 1) lives.push(await live(product, basic, createRandom(seed, lane, n)));
  });
  const days = changeDays(() => isOver);
  const kills = killAgainAndAgain(
    () => isOver,
    () => lives.filter(({ withdrawals }) => withdrawals.length > 0).length,
  );
  try {
    await Promise.race([kills, ...people]);
  } finally {
    isOver = true;
    await Promise.allSettled([kills, days, ...people]);
  }
  await Promise.all(people);
  await letPaymentsSettle(product, [product.worker]);
  await expectKept(product, basic, lives);
});

async function changeDays(isOver: () => boolean): Promise<void> {
  const random = createRandom(seed, 'days');
  while (!isOver()) {
    await product.sandbox.behave(newDay(random));
    await pause(300 + random.below(700));
  }
  await product.sandbox.behave(calmDay);
}

/** Kills API or worker at least `KILLS` times, and until `FULL_LIVES` people have completed their actions. */
async function killAgainAndAgain(isOver: () => boolean, countCompleted: () => number): Promise<void> {
  const random = createRandom(seed, 'kills');
  for (let kills = 0; !isOver() && (kills < KILLS || countCompleted() < FULL_LIVES); kills += 1) {
    await pause(500 + random.below(2_000));
    const victims = random.oneOf([
      [product.server],
      [product.server],
      [product.worker],
      [product.server, product.worker],
    ]);
    await Promise.all(victims.map((victim) => victim.kill9()));
    await pause(random.below(300));
    await Promise.all(victims.map((victim) => victim.start()));
  }
}

/** Returns a random behaviour of M-PESA: one fault, and how consumers answer prompts. */
function newDay(random: Random): object {
  const slowPath = random.oneOf([stkPush, stkQuery, b2c, token, transactionStatus]);
  const trouble = random.oneOf([
    {},
    { callback: { ...CALM.callback, copies: 3 } },
    { callback: { ...CALM.callback, delayMs: 1_500 } },
    { callback: { ...CALM.callback, drop: true } },
    { callback: { ...CALM.callback, beforeReply: true } },
    { executeThenDrop: { path: stkPush, times: 2 } },
    { executeThenDrop: { path: b2c, times: 2 } },
    { executeThenDrop: { path: b2c, times: 2 }, callback: { ...CALM.callback, drop: true } },
    { hang: { path: slowPath, ms: 1_500, times: 1 } },
    { failHttp: { path: random.oneOf([stkPush, b2c, token]), status: 503, times: 1 } },
    { b2c: random.oneOf(['fail', 'queue-timeout-then-succeed', 'queue-timeout-then-fail']) },
  ]);
  const autoAnswer = random.oneOf(['approve', 'approve', 'approve', 'cancel', 'ignore']);
  return { ...CALM, autoAnswer, answerDelayMs: random.below(800), ...trouble };
}
