import { randomUUID } from 'node:crypto';
import { acknowledgeAlert, adjustMerchant, listAlerts } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveTransfers } from '../../../testing/move-transfers.ts';
import { approve } from '../../../testing/refund-calls.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  untilPaid,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { watchForAlerts } from '../../services/alerts/index.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  maker = await newAdministrator(system, 'administrator');
  checker = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

async function credited(): Promise<Payee> {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '522522' });
  const { merchantId } = shop;
  const body = {
    adjustmentId: randomUUID(),
    merchantId,
    direction: 'credit',
    amount: 700,
    reason: 'Counted twice',
  } as const;
  const { action } = (await system.call(adjustMerchant, { body }, maker)).answer;
  if (action.outcome === 'waiting') await approve(system, checker, action.approvalId);
  return shop;
}

async function alertsAbout({ merchantCode }: Payee) {
  const { answer } = await system.call(listAlerts, {}, maker);
  return answer.alerts.filter(({ title }) => title.includes(merchantCode));
}

test('A56 alerts when a batch pays out a recent manual credit, until an administrator acknowledges the alert', async () => {
  const shop = await credited();
  await earn(system, shop, 300);
  expect(await alertsAbout(shop)).toEqual([]);
  const batch = await settleOne(system, maker, shop);
  await untilPaid(system, shop, batch);
  const [alert] = await alertsAbout(shop);
  expect(alert).toMatchObject({
    kind: 'manual_credit_paid_out',
    title: expect.stringContaining(batch.batchId),
  });
  expect(alert?.title).toMatch(/^KES\s700 /u);
  await watchForAlerts(system.deps);
  expect(await alertsAbout(shop)).toHaveLength(1);
  await system.call(acknowledgeAlert, { body: { alertId: alert?.alertId ?? '' } }, maker);
  await watchForAlerts(system.deps);
  expect(await alertsAbout(shop)).toEqual([]);
});

test('raises no alert when a batch pays a shop’s earnings, or a manual credit older than 30 days', async () => {
  const shops = [await newPayee(system, { kind: 'till', tillNumber: '522522' }), await credited()] as const;
  await earn(system, shops[0], 300);
  await moveTransfers(system.owner, '-31 days', `home_id = '${shops[1].merchantId}'`);
  for (const shop of shops) {
    await untilPaid(system, shop, await settleOne(system, maker, shop));
    expect(await alertsAbout(shop)).toEqual([]);
  }
});
