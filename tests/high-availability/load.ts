import { setTimeout as pause } from 'node:timers/promises';
import { newTill, type Till } from '../../apps/api/src/testing/tills.ts';
import type { Surroundings } from '../faults/processes.ts';
import { createRandom } from '../faults/random.ts';
import { fund, sell, type Told } from '../faults/rush-hour.ts';
import { live, type Life } from '../faults/scenarios.ts';
import { openShop, type Shop } from '../faults/shops.ts';
import { keepCreating, measureGap } from './probe.ts';

export type Load = {
  shops: Shop[];
  told: Told;
  lives: Life[];
  till: Till;
  /** Number of acknowledged operations so far. */
  acknowledged: () => number;
  /** Resolves when this many more operations are acknowledged. */
  untilMore: (count: number) => Promise<void>;
  /**
   * Starts measuring. @returns a function that returns the longest time without an acknowledged write, in milliseconds
   */
  measureGap: () => () => number;
  /** Lets everyone complete their actions. */
  stop: () => Promise<void>;
  /** Closes the shops' receivers. */
  close: () => Promise<void>;
};

const SHOPS = 2;
const TILLS = 6;
const USERS = 2;
/**
 * Pause between requests: short enough to measure an outage, long enough for a computer that simulates three machines.
 */
const PAUSE_MS = 40;
const LOOK_EVERY_MS = 10;

/**
 * Starts shops that issue, redeem and reverse vouchers, and users who buy, spend, claim and withdraw, until `stop`.
 */
export async function startLoad(product: Surroundings, seed: string): Promise<Load> {
  const told: Told = { created: [], sales: [], holds: [] };
  const lives: Life[] = [];
  const till = await newTill(product);
  const shops = await Promise.all(
    Array.from({ length: SHOPS }, (_, index) => openShop(product, createRandom(seed, 'shop', index))),
  );
  await product.sandbox.behave({ autoAnswer: null });
  await Promise.all(shops.map((shop) => fund(product, shop, told)));
  let isOpen = true;
  let failure: Error | undefined;

  async function keepSelling(lane: number): Promise<void> {
    for (let n = 0; isOpen; n += 1) {
      const shop = shops[(lane + n) % SHOPS];
      if (shop) await sell(shop, `customer ${lane}/${n}`, createRandom(seed, lane, n), told);
      await pause(PAUSE_MS);
    }
  }
  async function keepLiving(lane: number): Promise<void> {
    for (let n = 0; isOpen; n += 1) {
      lives.push(await live(product, till.basic, createRandom(seed, 'user', lane, n)));
      await pause(PAUSE_MS);
    }
  }
  const [first] = shops;
  if (!first) throw new Error('a load without shops');
  // Let the sandbox pay every prompt, so that users have money to spend, claim and withdraw.
  await product.sandbox.behave({ autoAnswer: 'approve' });
  const working = Promise.all([
    keepCreating(
      { origin: product.api.baseUrl, till: first, isOpen: () => isOpen },
      (voucher) => void told.created.push({ shop: first, ...voucher }),
    ),
    ...Array.from({ length: TILLS }, (_, lane) => keepSelling(lane)),
    ...Array.from({ length: USERS }, (_, lane) => keepLiving(lane)),
  ]).catch((error: unknown) => {
    failure = error instanceof Error ? error : new Error(String(error));
    isOpen = false;
  });

  const acknowledged = () => told.created.length + told.sales.length;
  return {
    shops,
    told,
    lives,
    till,
    acknowledged,
    untilMore: async (count) => {
      for (const before = acknowledged(); acknowledged() < before + count; await pause(LOOK_EVERY_MS))
        if (failure !== undefined) throw failure;
    },
    measureGap: () => measureGap(acknowledged),
    stop: async () => {
      isOpen = false;
      await working;
      if (failure !== undefined) throw failure;
    },
    close: async () => {
      await Promise.all(shops.map(({ receiver }) => receiver.close()));
    },
  };
}
