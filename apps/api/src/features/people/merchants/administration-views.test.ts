import { randomUUID } from 'node:crypto';
import {
  adjustMerchant,
  changePassword,
  merchantLogin,
  merchantMe,
  merchantsSummary,
  merchantTimeline,
  resetOwnerPassword,
  reverseAtTill,
  updateBranding,
  updateMerchant,
  type MerchantEvent,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '../../../testing/refund-calls.ts';
import {
  earn,
  newAdministrator,
  newPayee,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
let other: Administrator;
let helper: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  other = await newAdministrator(system, 'administrator');
  helper = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

const reason = 'The owner lost the phone';

async function summary() {
  return (await system.call(merchantsSummary, {}, helper)).answer;
}

async function timelineOf({ merchantId }: Payee, limit = 20): Promise<MerchantEvent[]> {
  const events: MerchantEvent[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit, cursor };
    const { answer } = await system.call(merchantTimeline, { params: { merchantId }, query }, helper);
    events.push(...answer.events);
    cursor = answer.nextCursor;
  } while (cursor !== undefined);
  return events;
}

function resetPassword({ merchantId }: Payee, change: object = {}, by = administrator) {
  const body = { reason, ...change };
  return system.call(resetOwnerPassword, { params: { merchantId }, body }, by);
}

async function resetByTwo(shop: Payee, change: object = {}): Promise<void> {
  const { action } = (await resetPassword(shop, change)).answer;
  if (action.outcome !== 'waiting') throw new Error('the reset was not requested');
  expect((await approve(system, other, action.approvalId)).outcome).toBe('ok');
}

test('S196 the summary counts merchants by status, and redemptions less reversals', async () => {
  const before = await summary();
  const shop = await newPayee(system);
  await earn(system, shop, 300, 200);
  const { rows } = await system.owner.query<{ id: string }>(
    'select id from redemptions where merchant_id = $1 and amount_cents = 20000',
    [shop.merchantId],
  );
  const reversal = { body: { redemptionId: rows[0]?.id ?? '' } };
  expect((await system.call(reverseAtTill, reversal, shop)).outcome).toBe('ok');
  const { merchantId } = await newPayee(system);
  await system.call(updateMerchant, { body: { merchantId, status: 'SUSPENDED' } }, administrator);
  expect(await summary()).toEqual({
    ...before,
    total: before.total + 2,
    active: before.active + 1,
    suspended: before.suspended + 1,
    volume: before.volume + 300,
    transactions: before.transactions + 1,
  });
});

test("S212 the timeline shows the merchant's and the administrators' actions in plain words, in order", async () => {
  const shop = await newPayee(system);
  const { merchantId } = shop;
  await system.call(updateBranding, { body: { primaryColor: '#0A5A50' } }, shop);
  await system.call(updateMerchant, { body: { merchantId, businessName: 'Kiosk ya Mama' } }, administrator);
  const adjustment = { adjustmentId: randomUUID(), merchantId, direction: 'credit', amount: 700 } as const;
  await system.call(adjustMerchant, { body: { ...adjustment, reason: 'Counted twice' } }, administrator);
  await system.call(updateMerchant, { body: { merchantId, status: 'SUSPENDED' } }, administrator);

  const events = await timelineOf(shop);
  expect(events).toMatchObject([
    { kind: 'merchant.suspended', description: 'Merchant suspended', actorName: administrator.name },
    { description: 'KES\u00a0700 added to the balance', actorKind: 'admin', reason: 'Counted twice' },
    { description: 'Details changed: business name', actorKind: 'admin' },
    { kind: 'colour-changed', description: 'Colour changed', actorKind: 'member' },
  ]);
  expect(await timelineOf(shop, 1)).toEqual(events);
  const unknown = { params: { merchantId: randomUUID() }, query: {} };
  expect((await system.call(merchantTimeline, unknown, helper)).outcome).toBe('not_found');
});

test('S215 a locked-out owner gets a temporary password at the contact’s email address', async () => {
  const shop = await newPayee(system);
  const { merchantCode } = shop;
  await resetByTwo(shop);
  await expect
    .poll(async () => (await system.call(merchantMe, {}, shop)).outcome, { timeout: 1_500 })
    .toBe('unauthenticated');
  const old = { body: { merchantCode, password: DEMO_PASSWORD } };
  expect((await system.call(merchantLogin, old)).outcome).toBe('invalid_credentials');

  const [, password = ''] = await system.sandbox.mail(shop.contact.email, /First password:?\s+([\w-]{16})/u);
  const signedIn = await system.call(merchantLogin, { body: { merchantCode, password } });
  const change = { body: { currentPassword: password, newPassword: 'My-own-duka-1' } };
  const changed = await system.call(changePassword, change, { bearer: signedIn.answer.accessToken });
  expect(changed.outcome).toBe('ok');
  expect(await timelineOf(shop)).toMatchObject([
    { kind: 'password-changed', actorKind: 'member' },
    { kind: 'approval.approved', actorName: other.name },
    { kind: 'merchant.owner-password-reset', reason, actorName: other.name },
    { kind: 'approval.requested', reason, actorName: administrator.name },
  ]);
  const { rows } = await system.owner.query('select from audit_log l where position($1 in l::text) > 0', [
    password,
  ]);
  expect(rows).toEqual([]);
});

test('an administrator’s reset of the owner’s password removes the second factor only on request', async () => {
  const shop = await newPayee(system);
  const enrol = () =>
    system.owner.query(
      `insert into second_factors (subject_id, secret_sealed, enabled_at) values ($1, '\\x00', now())`,
      [shop.ownerId],
    );
  const hasFactor = async () => {
    const { rowCount } = await system.owner.query('select from second_factors where subject_id = $1', [
      shop.ownerId,
    ]);
    return rowCount === 1;
  };
  await enrol();
  await resetByTwo(shop);
  expect(await hasFactor()).toBe(true);
  await resetByTwo(shop, { isTwoFactorReset: true });
  expect(await hasFactor()).toBe(false);
});

test.each(['finance', 'support', 'read-only'] as const)(
  "%s cannot reset the owner's password",
  async (role) => {
    const shop = await newPayee(system);
    expect((await resetPassword(shop, {}, await newAdministrator(system, role))).outcome).toBe('forbidden');
  },
);
