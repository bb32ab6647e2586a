import { claimVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, makeGifts, type Gift } from '../../../testing/gifts.ts';
import { hold, release } from '../../../testing/holds.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { readVoucherValue } from '../../office/voucher-actions/voucher-value.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Collects the states of a gift that three concurrent readers see while `work` runs. */
async function seenDuring(gift: Gift, work: () => Promise<void>): Promise<Set<string>> {
  const seen = new Set<string>();
  let isOver = false;
  const look = async () => {
    while (!isOver) seen.add((await readVoucherValue(system.deps.db, gift.voucherId)).status);
  };
  const looking = Promise.all([look(), look(), look()]);
  await work().finally(() => {
    isOver = true;
  });
  await looking;
  return seen;
}

test('during a claim, readers see the gift as unclaimed or claimed, never as spent', async () => {
  const recipient = await newConsumer(system);
  const seen = new Set<string>();
  for (const gift of await makeGifts(system, 20, { amount: 100, recipient })) {
    const { claimToken } = gift;
    const during = await seenDuring(gift, async () => {
      expect((await system.call(claimVoucher, { body: { claimToken } }, recipient)).outcome).toBe('ok');
    });
    for (const status of during) seen.add(status);
  }
  expect([...seen].filter((status) => !['ACTIVE', 'CLAIMED'].includes(status))).toEqual([]);
});

test('while a shop holds and releases a gift, readers never see it as spent', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const seen = await seenDuring(gift, async () => {
    for (let time = 0; time < 10; time += 1) {
      const { answer } = await hold(system, till, gift.code);
      expect((await release(system, till, answer.id)).outcome).toBe('ok');
    }
  });
  expect([...seen]).toEqual(['ACTIVE']);
});
