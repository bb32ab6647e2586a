import { randomUUID } from 'node:crypto';
import {
  addMerchant,
  adjustMerchant,
  listApprovals,
  maskEmail,
  merchantDetails,
  previewAction,
  rejectRequest,
  resetOwnerPassword,
  suspendMerchant,
  updateMerchant,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '../../../testing/refund-calls.ts';
import { messagesTo } from '../../../testing/sent-messages.ts';
import { newAdministrator, newPayee, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let insider: Administrator;
let other: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  insider = await newAdministrator(system, 'administrator');
  other = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const reason = 'The owner called';

function update(merchantId: string, changes: object, by = insider) {
  return system.call(updateMerchant, { body: { merchantId, reason, ...changes } }, by);
}

function resetOwner(merchantId: string, by = insider) {
  const body = { reason, isTwoFactorReset: true };
  return system.call(resetOwnerPassword, { params: { merchantId }, body }, by);
}

function approvalIn({
  answer,
}: {
  answer: { action?: { outcome: string; approvalId?: string } | undefined };
}) {
  expect(answer.action).toMatchObject({ outcome: 'waiting' });
  return answer.action?.approvalId ?? '';
}

async function detailsOf(merchantCode: string) {
  return (await system.call(merchantDetails, { body: { merchantCode } }, other)).answer;
}

async function mailsTo(email: string): Promise<string[]> {
  return (await messagesTo(system, email)).map(({ template }) => template);
}

async function addShop(by: Administrator) {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson('Njeri', 'Kamau');
  const body = { businessName: 'Duka Jipya', contactName: 'Njeri Kamau', contactEmail, contactPhoneNumber };
  return (await system.call(addMerchant, { body }, by)).answer;
}

test('A47 an administrator cannot take over a shop alone: new contact and owner’s reset wait for a second one', async () => {
  const shop = await newPayee(system);
  const { merchantId, merchantCode, contact } = shop;
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson('Musa', 'Mwizi');
  const moved = await update(merchantId, { contactEmail, contactPhoneNumber, businessName: 'Duka la Njeri' });
  expect(moved.answer).toMatchObject({ contactEmail: contact.email, businessName: 'Duka la Njeri' });
  const contactId = approvalIn(moved);
  const resetId = approvalIn(await resetOwner(merchantId));
  expect(await detailsOf(merchantCode)).toMatchObject({ contactEmail: contact.email });
  expect(await mailsTo(contactEmail)).toEqual([]);
  for (const id of [contactId, resetId]) {
    expect((await approve(system, insider, id)).outcome).toBe('second_person_needed');
  }
  const { approvals } = (await system.call(listApprovals, { query: { subjectId: merchantId } }, other))
    .answer;
  expect(approvals.map(({ kind }) => kind).toSorted()).toEqual(['merchant-contact', 'owner-reset']);
  expect(approvals.find(({ kind }) => kind === 'merchant-contact')?.summary).toContain(
    maskEmail(contactEmail),
  );

  expect((await approve(system, other, resetId)).outcome).toBe('ok');
  expect(await detailsOf(merchantCode)).toMatchObject({ mustChangePassword: true });
  expect(await mailsTo(contact.email)).toContain('owner-password-reset');
  expect((await approve(system, other, contactId)).outcome).toBe('ok');
  expect(await detailsOf(merchantCode)).toMatchObject({ contactEmail, contactPhoneNumber });
});

test('the owner’s password is reset only for the contact that the approver saw', async () => {
  const { merchantId, contact } = await newPayee(system);
  const resetId = approvalIn(await resetOwner(merchantId));
  const { email: contactEmail } = newPerson('Musa', 'Mwizi');
  const contactId = approvalIn(await update(merchantId, { contactEmail }));
  expect((await approve(system, other, contactId)).outcome).toBe('ok');
  expect((await approve(system, other, resetId)).outcome).toBe('approval_outdated');
  expect(await mailsTo(contact.email)).not.toContain('owner-password-reset');
  expect(await mailsTo(contactEmail)).not.toContain('owner-password-reset');
});

test('A48 the administrator who added a shop cannot activate it alone, not even after suspending it', async () => {
  const shop = await addShop(insider);
  const { merchantId, merchantCode } = shop;
  const asked = await update(merchantId, { status: 'ACTIVE' });
  expect(asked.answer).toMatchObject({ status: 'PENDING' });
  const approvalId = approvalIn(asked);
  await system.call(suspendMerchant, { body: { merchantId, reason } }, insider);
  expect((await update(merchantId, { status: 'ACTIVE' })).outcome).toBe('approval_open');
  expect(await detailsOf(merchantCode)).toMatchObject({ status: 'SUSPENDED' });
  expect((await approve(system, insider, approvalId)).outcome).toBe('second_person_needed');
  expect((await approve(system, other, approvalId)).outcome).toBe('ok');
  expect(await detailsOf(merchantCode)).toMatchObject({ status: 'ACTIVE' });
  // After the first activation, which two people approved, the maker may reactivate the shop alone.
  await system.call(suspendMerchant, { body: { merchantId, reason } }, insider);
  expect((await update(merchantId, { status: 'ACTIVE' })).answer).toMatchObject({
    status: 'ACTIVE',
    action: { outcome: 'done' },
  });
});

test('another administrator activates a shop alone, unless its maker admitted that other administrator', async () => {
  const shop = await addShop(insider);
  const friend = await newAdministrator(system, 'administrator');
  await system.owner.query(
    `insert into administrator_admissions
     select f.id, m.id, now() from administrators f, administrators m where f.name = $1 and m.name = $2`,
    [friend.name, insider.name],
  );
  expect((await update(shop.merchantId, { status: 'ACTIVE' }, friend)).answer).toMatchObject({
    status: 'PENDING',
    action: { outcome: 'waiting' },
  });
  const next = await addShop(insider);
  expect((await update(next.merchantId, { status: 'ACTIVE' }, other)).answer).toMatchObject({
    status: 'ACTIVE',
    action: { outcome: 'done' },
  });
});

test('A50 adjusting the balance of a shop younger than 30 days, or with so young a pay-out channel, needs two people', async () => {
  const credit = async (merchantId: string, amount = 100) => {
    const body = { adjustmentId: randomUUID(), merchantId, direction: 'credit', amount, reason } as const;
    return (await system.call(adjustMerchant, { body }, insider)).answer.action.outcome;
  };
  const age = (table: string, column: string, merchantId: string) =>
    system.owner.query(
      `update ${table} set ${column} = ${column} - interval '30 days' where merchant_id = $1`,
      [merchantId],
    );
  const { merchantId } = await addShop(insider);
  expect(await credit(merchantId)).toBe('waiting');
  await age('merchant_activities', 'at', merchantId);
  expect(await credit(merchantId)).toBe('done');
  const planned = { kind: 'adjustment', merchantId, direction: 'credit', amount: 100 } as const;
  const ruleNow = async () =>
    (await system.call(previewAction, { body: { action: planned } }, insider)).answer.rule?.because;
  expect(await ruleNow()).toBe('below');

  const shop = await newPayee(system, { kind: 'till', tillNumber: '522522' });
  expect(await credit(shop.merchantId)).toBe('waiting');
  await age('merchant_payout_channels', 'set_at', shop.merchantId);
  expect(await credit(shop.merchantId)).toBe('done');
});

test('A47 a finance administrator cannot reject requests that only full administrators may decide', async () => {
  const { merchantId } = await newPayee(system);
  const approvalId = approvalIn(
    await update(merchantId, { contactEmail: newPerson('Neema', 'Wambui').email }),
  );
  const finance = await newAdministrator(system, 'finance');
  const body = { approvalId, reason: 'Not now' };
  expect((await system.call(rejectRequest, { body }, finance)).outcome).toBe('forbidden');
  expect((await system.call(rejectRequest, { body }, other)).outcome).toBe('ok');
});
