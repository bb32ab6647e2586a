import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assertHoldsAgree } from '../../apps/api/src/testing/holds.ts';
import { expectAgreement, expectVouchersLeft } from './expect-agreement.ts';
import { startProduct, type Product } from './processes.ts';
import { createRandom } from './random.ts';
import { fund, sell, type Told } from './rush-hour.ts';
import { letEveryEventArrive } from './settle.ts';
import { openShop, type Shop } from './shops.ts';

vi.setConfig({ testTimeout: 900_000 });

const seed = process.env['FAULT_SEED'] ?? String(randomInt(1_000_000));
const CONNECTIONS = 32;
const SHOPS = 8;
const VOUCHERS = 2_000;
const KILLS = 4;

let told: Told;
let product: Product;
let shops: Shop[];
let fundedWith: number;
beforeEach(async () => {
  told = { created: [], sales: [], holds: [] };
  product = await startProduct();
  const numbers = Array.from({ length: SHOPS }, (_, index) => index);
  shops = await Promise.all(numbers.map((index) => openShop(product, createRandom(seed, 'shop', index))));
  await Promise.all(shops.map((shop) => fund(product, shop, told)));
  fundedWith = told.sales.reduce((sum, { amount }) => sum + amount, 0);
});
afterEach(async () => {
  await product.close();
  await Promise.all(shops.map(({ receiver }) => receiver.close()));
});

test(`${VOUCHERS} vouchers from ${CONNECTIONS} connections, with holds, retries and kill -9: tills, lists, webhooks and ledger agree (FAULT_SEED=${seed})`, async () => {
  const waiting = Array.from({ length: VOUCHERS }, (_, index) => index).values();
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    for (const index of waiting) {
      const shop = shops[index % SHOPS];
      if (shop) await sell(shop, `customer ${index}`, createRandom(seed, index), told);
    }
  });
  await Promise.all([killNowAndThen(), ...connections]);
  expect(told.created).toHaveLength(VOUCHERS);
  await assertHoldsAgree(product);
  await letEveryEventArrive(product, [product.worker], { shops, told });
  for (const shop of shops) await expectAgreement(product, shop, told);
  await assertHoldsAgree(product);
  await expectVouchersLeft(product, told, fundedWith);
});

/** Kills the API several times, spread over the sales, and the worker every second time. */
async function killNowAndThen(): Promise<void> {
  const random = createRandom(seed, 'kills');
  for (let kills = 0; kills < KILLS; kills += 1) {
    const enough = ((kills + random.below(100) / 100) * VOUCHERS) / KILLS;
    await eventually('enough vouchers', async () => (told.created.length >= enough ? true : undefined));
    await pause(random.below(100));
    const victims = kills % 2 === 0 ? [product.server] : [product.server, product.worker];
    await Promise.all(victims.map((victim) => victim.kill9()));
    await Promise.all(victims.map((victim) => victim.start()));
  }
}
