import {
  merchantTimeline,
  suspendMerchant,
  updateMerchant,
  type Merchant,
  type MerchantEvent,
} from '@zawadi/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  newAdministrator,
  newPayee,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
let shop: Payee;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
});
beforeEach(async () => {
  shop = await newPayee(system);
});
afterAll(() => system.close());

/** Changes the status by the API call of the edit dialog and the quick actions. */
function change(status: Merchant['status'], reason?: string) {
  const body = { merchantId: shop.merchantId, status, reason };
  return system.call(updateMerchant, { body }, administrator);
}

async function suspend(reason?: string) {
  return system.call(suspendMerchant, { body: { merchantId: shop.merchantId, reason } }, administrator);
}

async function latestEvent(): Promise<Pick<MerchantEvent, 'kind' | 'reason'> | undefined> {
  const { merchantId } = shop;
  const asked = { params: { merchantId }, query: { limit: 1 } };
  const [event] = (await system.call(merchantTimeline, asked, administrator)).answer.events;
  return event && { kind: event.kind, reason: event.reason };
}

async function latestAudit(): Promise<unknown> {
  const { rows } = await system.owner.query(
    'select action, reason from audit_log where subject_id = $1 order by seq desc limit 1',
    [shop.merchantId],
  );
  return rows[0];
}

test('timeline and audit log show why a merchant’s status changed', async () => {
  const changes = [
    ['suspended', () => suspend('Ten wrong codes in an hour')],
    ['active', () => change('ACTIVE', 'The till was replaced')],
    // The request of the edit dialog.
    ['suspended', () => change('SUSPENDED', 'The owner asked for it')],
    ['inactive', () => change('INACTIVE', 'It has moved to Mombasa')],
    ['pending', () => change('PENDING', 'It opens again under another owner')],
    ['active', () => change('ACTIVE', 'Licence and pay-out number checked')],
  ] as const;
  for (const [action, execute] of changes) {
    expect((await execute()).outcome).toBe('ok');
    const reason = expect.stringMatching(/^(?:Ten|The|It|Licence) /u);
    expect(await latestEvent()).toEqual({ kind: `merchant.${action}`, reason });
    expect(await latestAudit()).toEqual({ action: `merchant.${action}`, reason });
  }
});

test('the timeline notes that no reason was given, for the specification’s API calls, which have none', async () => {
  expect((await suspend()).outcome).toBe('ok');
  const reason = 'No reason was given';
  expect(await latestEvent()).toEqual({ kind: 'merchant.suspended', reason });
  expect((await change('ACTIVE')).outcome).toBe('ok');
  expect(await latestAudit()).toEqual({ action: 'merchant.active', reason });
});

test('refuses to close a merchant without a reason, or with an empty one, and names the field', async () => {
  const before = await latestAudit();
  for (const refused of [await change('INACTIVE'), await change('SUSPENDED', '  '), await suspend('')]) {
    expect(refused).toMatchObject({ status: 422, outcome: 'validation_failed' });
    const fields = [{ path: 'reason', message: 'Please give a reason' }];
    expect(refused.refusal).toMatchObject({ fields });
  }
  expect(await latestAudit()).toEqual(before);
});

test('changing a merchant’s details, or setting the current status again, needs no reason', async () => {
  const { merchantId } = shop;
  await system.call(updateMerchant, { body: { merchantId, businessName: 'Kiosk ya Mama' } }, administrator);
  expect(await latestEvent()).toEqual({ kind: 'merchant.updated', reason: undefined });
  await change('ACTIVE', 'Pressed twice');
  expect(await latestEvent()).toEqual({ kind: 'merchant.updated', reason: undefined });
});
