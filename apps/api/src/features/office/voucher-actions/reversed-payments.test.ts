import { bookReversal, extendVoucher, voidVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { holding, untilWaiting } from '../../../testing/lock-waits.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { expireVouchers } from '../../money/vouchers/index.ts';

let system: TestSystem;
let finance: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  finance = await newAdministrator(system);
});
afterAll(() => system.close());

const reason = 'In the statement';

async function bookTakenBack({ voucherId }: Gift, receipt: string) {
  const { rows } = await system.owner.query<{ id: string }>(
    'select purchase_id as id from vouchers where id = $1',
    [voucherId],
  );
  const body = { transactionId: rows[0]?.id ?? '', receipt, reason };
  return system.call(bookReversal, { body }, finance);
}

test('a reversal that is posted while a gift is being replaced takes the value of the replacement', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const letGo = await holding(system.owner, 'select from vouchers where id = $1 for update', [
    gift.voucherId,
  ]);
  const { voucherId } = gift;
  const wanted = { voucherId, valueGoesTo: 'replacement', reason } as const;
  const replaced = system.call(voidVoucher, { body: wanted }, finance);
  await untilWaiting(system.deps.db, 1);
  const booked = bookTakenBack(gift, 'UKLBACK001');
  await untilWaiting(system.deps.db, 2);
  await letGo();
  expect((await replaced).answer).toEqual({ outcome: 'done' });
  expect((await booked).answer).toEqual({ outcome: 'done' });
  const { rows } = await system.owner.query<{ id: string; status: string | null }>(
    'select id, closed_as as status from vouchers where replaces_id = $1',
    [voucherId],
  );
  expect(rows).toMatchObject([{ status: 'VOIDED' }]);
  expect(await leftOn(system, { ...gift, voucherId: rows[0]?.id ?? '' })).toBe(0);
});

test('refuses to restore an expired gift if M-PESA has taken its payment back since', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 hour' where id = $1`, [
    gift.voucherId,
  ]);
  await expireVouchers(system.deps);
  expect((await bookTakenBack(gift, 'UKLBACK002')).answer).toEqual({ outcome: 'done' });
  const validTo = nairobiDay(new Date(Date.now() + 30 * 24 * 3_600_000));
  const wanted = { voucherId: gift.voucherId, validTo, reason };
  const extended = await system.call(extendVoucher, { body: wanted }, finance);
  expect(extended.outcome).toBe('voucher_void');
  expect(await leftOn(system, gift)).toBe(0);
});
