import { randomBytes } from 'node:crypto';
import { formatVoucherCode, voucherCodeFromBytes } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../platform/refusal.ts';
import { makeGift } from '../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../testing/test-system.ts';
import { newTill, redeem, type Till } from '../../testing/tills.ts';
import { countingWrongCodes } from './wrong-codes.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const unknownCode = () => formatVoucherCode(voucherCodeFromBytes(randomBytes(15)));

async function guess(till: Till, times: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let n = 0; n < times; n += 1) outcomes.push((await redeem(system, till, unknownCode())).outcome);
  return outcomes;
}

/** Lets the wait of a merchant pass, and only that. */
async function passTime({ merchantId }: Till): Promise<void> {
  await system.owner.query('update slowed_merchants set until = now() where merchant_id = $1', [merchantId]);
  await expect.poll(() => isSlowed(system.deps, merchantId)).toBe(false);
}

async function isSlowed(deps: TestSystem['deps'], merchantId: string): Promise<boolean> {
  try {
    await countingWrongCodes(deps, { merchantId, id: 'none' }, async () => undefined);
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return true;
    throw error;
  }
}

test('after ten unknown codes a merchant has to wait, longer with each more, and nobody else', async () => {
  const [till, other, gift] = [
    await newTill(system),
    await newTill(system),
    await makeGift(system, { amount: 100 }),
  ];
  expect(new Set(await guess(till, 10))).toEqual(new Set(['voucher_not_found']));
  const refused = await redeem(system, till, gift.code);
  expect(refused).toMatchObject({ status: 429, outcome: 'too_many_requests' });
  expect(Number(refused.headers.get('retry-after'))).toBe(1);
  expect((await redeem(system, other, gift.code, { amount: 1 })).outcome).toBe('ok');

  for (const seconds of [2, 4, 8]) {
    await passTime(till);
    expect(await guess(till, 1)).toEqual(['voucher_not_found']);
    const longer = await redeem(system, till, gift.code);
    expect(Number(longer.headers.get('retry-after'))).toBe(seconds);
  }
  await passTime(till);
  expect((await redeem(system, till, gift.code, { amount: 1 })).outcome).toBe('ok');
});

test('twenty unknown codes block a merchant for a quarter of an hour and are reported once', async () => {
  const till = await newTill(system);
  await Promise.all(Array.from({ length: 24 }, () => redeem(system, till, unknownCode())));
  const refused = await redeem(system, till, unknownCode());
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(880);
  const { rows } = await system.owner.query(
    `select count(*)::int as count from reviews where kind = 'wrong_codes' and subject_id = $1`,
    [till.merchantId],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('another process, or the same after a restart, refuses too, before it looks anything up', async () => {
  const till = await newTill(system);
  await guess(till, 12);
  // What is remembered is remembered for each handle, and another process has another.
  const other = { ...system.deps, db: system.deps.db.withoutPlugins() };
  let lookedUp = 0;
  const asked = { merchantId: till.merchantId, id: unknownCode() };
  const run = countingWrongCodes(other, asked, async () => {
    lookedUp += 1;
  });
  await expect(run).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(lookedUp).toBe(0);
});

test('typing mistakes and used vouchers are no guesses', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 100 });
  await redeem(system, till, gift.code);
  const mistyped = gift.code.slice(0, -1) + (gift.code.endsWith('7') ? '8' : '7');
  for (let n = 0; n < 12; n += 1) {
    expect((await redeem(system, till, mistyped)).outcome).toBe('voucher_not_found');
    expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_used');
  }
});
