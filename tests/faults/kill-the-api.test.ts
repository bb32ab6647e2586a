import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { calmDay, newDay } from './bad-days.ts';
import { expectKept } from './expect-kept.ts';
import { live, type Life } from './lives.ts';
import { startProduct, type Product } from './processes.ts';
import { createRandom } from './random.ts';
import { openShop } from './tills.ts';
import { letLeasesEnd, letTimePass } from './time.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const seed = process.env['FAULT_SEED'] ?? String(randomInt(1_000_000));
const KILLS = 7;
const PEOPLE_AT_ONCE = 5;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test(`API and worker killed -9 again and again on M-PESA's bad days lose and repeat nothing (FAULT_SEED=${seed})`, async () => {
  const basic = await openShop(product);
  const lives: Life[] = [];
  let isOver = false;
  const people = Array.from({ length: PEOPLE_AT_ONCE }, async (_, lane) => {
    for (let n = 0; !isOver; n += 1) lives.push(await live(product, basic, createRandom(seed, lane, n)));
  });
  const days = changeDays(() => isOver);
  await Promise.race([killAgainAndAgain(), Promise.all(people)]);
  isOver = true;
  await days;
  await Promise.all(people);
  await letEverythingSettle();
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

async function killAgainAndAgain(): Promise<void> {
  const random = createRandom(seed, 'kills');
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(300 + random.below(1_500));
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

const OPEN = `
  select 'purchase' as what, id, status as state from purchases where status = 'PENDING'
  union all select 'withdrawal', id, send_state from withdrawals where status = 'PENDING'
  union all select 'message', id, purpose from provider_messages where processed_at is null
  union all select 'outbox', id, topic from outbox where state = 'pending'`;

/** The last worker may have died with leases in its hands; then the sweeps have the word. */
async function letEverythingSettle(): Promise<void> {
  await product.worker.kill9();
  await letLeasesEnd(product);
  await product.worker.start();
  let open: unknown[] = [];
  await eventually('everything to have an end', async () => {
    await letTimePass(product);
    ({ rows: open } = await product.owner.query(OPEN));
    return open.length === 0 ? true : undefined;
  }).catch(() => expect(open).toEqual([]));
}
