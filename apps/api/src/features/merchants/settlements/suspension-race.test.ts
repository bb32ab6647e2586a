import { approveSettlement, runSettlements, suspendMerchant } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  earn,
  newAdministrator,
  newPayee,
  readAsAdministrator,
  settleNow,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import { untilWaiting } from '../../../testing/lock-waits.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0' });
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

test('A10 starts no pay-out to a merchant after its suspension was answered', async () => {
  const shop = await newPayee(system, { kind: 'mpesa', msisdn: '254712345678' });
  await earn(system, shop, 1_000);
  const [{ batchId } = { batchId: '' }] = await settleNow(system, administrator, shop);
  const { merchantId } = shop;
  const { bearer } = administrator;

  // Stops a start between its check of the merchant's status and its commit.
  const holder = await system.owner.connect();
  await holder.query('begin');
  await holder.query('lock table settlement_attempts in share mode');
  const starting = system.call(approveSettlement, { body: { batchId } }, { bearer });
  let isSuspended = false;
  try {
    await untilWaiting(system.deps.db, 1);
    const suspending = system
      .call(suspendMerchant, { body: { merchantId } }, { bearer })
      .then(({ outcome }) => {
        isSuspended = outcome === 'ok';
      });
    await untilWaiting(system.deps.db, 2);
    expect(isSuspended).toBe(false);
    await holder.query('commit');
    await suspending;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await starting).outcome).toBe('ok');
  expect(isSuspended).toBe(true);
  // A pay-out that was in progress at the suspension completes.
  const statusOf = async () =>
    (await readAsAdministrator(system, administrator, { batchId })).settlement.status;
  await expect.poll(statusOf, { timeout: 10_000 }).toBe('Completed');
});

test('a run for one merchant answers why it settles nothing', async () => {
  const { bearer } = administrator;
  const run = async (merchantCode: string) =>
    (await system.call(runSettlements, { body: { merchantCode, upTo: 'midnight' } }, { bearer })).outcome;
  const without = await newPayee(system);
  expect(await run(without.merchantCode)).toBe('payout_channel_missing');
  const shop = await newPayee(system, { kind: 'mpesa', msisdn: '254712345678' });
  expect(await run(shop.merchantCode)).toBe('ok');
  const { merchantId, merchantCode } = shop;
  await system.call(suspendMerchant, { body: { merchantId } }, { bearer });
  expect(await run(merchantCode)).toBe('merchant_suspended');
  await system.owner.query(`update merchants set status = 'PENDING' where id = $1`, [merchantId]);
  expect(await run(merchantCode)).toBe('merchant_unsettled');
});
