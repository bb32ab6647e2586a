import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newTill, type Till } from '../../apps/api/src/testing/tills.ts';
import type { Surroundings } from '../faults/processes.ts';
import { createRandom } from '../faults/random.ts';
import { live, type Life } from '../faults/scenarios.ts';
import { buyCode, redeem } from '../faults/tills.ts';
import { keepCreating, measureGap } from './probe.ts';

/**
 * Consumers who pay, spend, claim and withdraw, and a shop that issues vouchers. The product's machines cannot connect
 * to the machines of these clients.
 */
export type Payers = {
  till: Till;
  lives: Life[];
  /** Ids of the vouchers whose creation was acknowledged. */
  created: string[];
  /**
   * `measureVouchers` and `measurePayments` start to measure. The returned function returns the longest time without a
   * success, in milliseconds.
   */
  measureVouchers: () => () => number;
  measurePayments: () => () => number;
  /** Resolves when this many more payments have succeeded. */
  untilPaid: (count: number) => Promise<void>;
  /** Lets everyone complete their actions. */
  stop: () => Promise<void>;
};

const USERS = 4;
/** Number of concurrent requests: enough to have one in a transaction when its API is cut off. */
const SHOP_LANES = 3;
const PAUSE_MS = 40;
const LOOK_EVERY_MS = 20;
const OWED_TO_SHOP = 20_000;

export async function startPayers(product: Surroundings, seed: string): Promise<Payers> {
  const till = await newTill(product);
  const code = await buyCode(product, 1.5 * OWED_TO_SHOP);
  await redeem(product, till.basic, { code, key: randomUUID(), amount: OWED_TO_SHOP });
  await product.sandbox.behave({ autoAnswer: 'approve' });
  const [lives, created]: [Life[], string[]] = [[], []];
  let isOpen = true;
  let failure: Error | undefined;

  async function keepLiving(lane: number): Promise<void> {
    for (let n = 0; isOpen; n += 1) {
      lives.push(await live(product, till.basic, createRandom(seed, 'user', lane, n)));
      await pause(PAUSE_MS);
    }
  }
  const probe = { origin: product.api.baseUrl, till, isOpen: () => isOpen };
  const keep = ({ id }: { id: string }) => void created.push(id);
  const working = Promise.all([
    ...Array.from({ length: SHOP_LANES }, (_, lane) => keepCreating({ ...probe, lane }, keep)),
    ...Array.from({ length: USERS }, (_, lane) => keepLiving(lane)),
  ]).catch((error: unknown) => {
    failure = error instanceof Error ? error : new Error(String(error));
    isOpen = false;
  });

  const paid = () => lives.filter(({ wasToldPaid }) => wasToldPaid).length;
  return {
    till,
    lives,
    created,
    measureVouchers: () => measureGap(() => created.length),
    measurePayments: () => measureGap(paid),
    untilPaid: async (count) => {
      for (const before = paid(); paid() < before + count; await pause(LOOK_EVERY_MS))
        if (failure !== undefined) throw failure;
    },
    stop: async () => {
      isOpen = false;
      await working;
      if (failure !== undefined) throw failure;
    },
  };
}
