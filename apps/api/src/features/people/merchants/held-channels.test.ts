import { randomUUID } from 'node:crypto';
import {
  adjustMerchant,
  changePassword,
  listApprovals,
  maskEmail,
  maskMsisdn,
  merchantLogin,
  merchantRecord,
  objectToMerchantContactChange,
  readMerchantSettings,
  rejectRequest,
  resetOwnerPassword,
  runSettlements,
  updateMerchant,
  updatePayoutChannel,
} from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '../../../testing/refund-calls.ts';
import { sentTo } from '../../../testing/sent-messages.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  maker = await newAdministrator(system, 'administrator');
  checker = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const reason = 'The owner called';

async function moveContact({ merchantId }: Payee) {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson('Musa', 'Mwizi');
  const body = { merchantId, reason, contactEmail, contactPhoneNumber };
  const { answer } = await system.call(updateMerchant, { body }, maker);
  await approveAction(answer.action);
  return { contactEmail, contactPhoneNumber };
}

async function approveAction(action: { outcome: string; approvalId?: string } | undefined) {
  expect(action).toMatchObject({ outcome: 'waiting' });
  expect((await approve(system, checker, action?.approvalId ?? '')).outcome).toBe('ok');
}

function setChannel({ bearer }: Payee, tillNumber: string) {
  const body = { password: DEMO_PASSWORD, channel: { kind: 'till', tillNumber } } as const;
  return system.call(updatePayoutChannel, { body }, { bearer });
}

async function settingsOf({ bearer }: Payee) {
  return (await system.call(readMerchantSettings, {}, { bearer })).answer;
}

async function openRequest({ merchantId }: Payee, by = maker) {
  const query = { subjectId: merchantId, kind: 'payout-channel', status: 'Open' } as const;
  const { approvals } = (await system.call(listApprovals, { query }, by)).answer;
  expect(approvals).toHaveLength(1);
  const [request] = approvals;
  if (!request) throw new Error('no request waits');
  return request;
}

test('A55 a pay-out channel changed within 7 days of a new contact waits until two administrators release it', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '522522' });
  await moveContact(shop);
  const { answer, outcome } = await setChannel(shop, '612612');
  expect(outcome).toBe('ok');
  const waiting = { channel: { tillNumber: '612612' }, effectiveAt: null };
  expect(answer).toMatchObject({
    payoutChannel: { channel: { tillNumber: '522522' } },
    nextPayoutChannel: waiting,
  });
  const [told] = await sentTo(system, answer.profile.contactEmail, 'payout-channel-waits');
  expect(told).toMatchObject({ channel: 'till ****12' });

  const { approvalId, ...request } = await openRequest(shop);
  expect(request).toMatchObject({ requestedBy: 'The shop', approvalsNeeded: 2, canApprove: true });
  expect(request.expiresAt).toBeUndefined();
  expect(request.summary).not.toContain('612612');
  const first = await approve(system, maker, approvalId);
  expect(first.answer).toMatchObject({ status: 'Open', approvalsNeeded: 1, obstacle: 'own' });
  expect((await approve(system, maker, approvalId)).outcome).toBe('second_person_needed');
  expect(await settingsOf(shop)).toMatchObject({ nextPayoutChannel: waiting });
  expect((await approve(system, checker, approvalId)).answer).toMatchObject({ status: 'Approved' });
  const { nextPayoutChannel } = await settingsOf(shop);
  // The 24 hours count from when the shop set the channel, not from the release.
  const aheadMs = Date.parse(nextPayoutChannel?.effectiveAt ?? '') - Date.now();
  expect(aheadMs).toBeGreaterThan(23 * 3_600_000);
  expect(aheadMs).toBeLessThanOrEqual(24 * 3_600_000);
});

test('after an administrator’s reset of the owner’s password the first pay-out channel waits for its release', async () => {
  const shop = await newPayee(system);
  const { merchantId, merchantCode, contact } = shop;
  const body = { reason, isTwoFactorReset: false };
  await approveAction(
    (await system.call(resetOwnerPassword, { params: { merchantId }, body }, maker)).answer.action,
  );
  const [mail] = await sentTo(system, contact.email, 'owner-password-reset');
  const currentPassword = mail?.['password'] ?? '';
  const first = (await system.call(merchantLogin, { body: { merchantCode, password: currentPassword } }))
    .answer;
  const { answer } = await system.call(
    changePassword,
    { body: { currentPassword, newPassword: DEMO_PASSWORD } },
    { bearer: first.accessToken },
  );
  const owner = { ...shop, bearer: answer.accessToken };
  await earn(system, shop, 200);
  expect((await setChannel(owner, '612612')).answer).toMatchObject({
    payoutChannel: null,
    nextPayoutChannel: { effectiveAt: null },
  });
  const run = () =>
    system.call(runSettlements, { body: { merchantCode, upTo: 'now' } }, { bearer: maker.bearer });
  expect((await run()).outcome).toBe('payout_channel_missing');
  const { approvalId } = await openRequest(shop);
  await approve(system, maker, approvalId);
  await approve(system, checker, approvalId);
  expect(await settingsOf(owner)).toMatchObject({
    payoutChannel: { channel: { tillNumber: '612612' } },
    nextPayoutChannel: null,
  });
  expect((await run()).answer.settlements).toHaveLength(1);
});

test('a pay-out channel set within 7 days of a manual adjustment waits; a rejection cancels it and notifies the shop', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '522522' });
  const { merchantId } = shop;
  const body = { adjustmentId: randomUUID(), merchantId, direction: 'credit', amount: 100, reason } as const;
  await approveAction((await system.call(adjustMerchant, { body }, maker)).answer.action);
  await setChannel(shop, '612612');
  const { approvalId } = await openRequest(shop);
  await system.call(rejectRequest, { body: { approvalId, reason: 'Not theirs' } }, checker);
  expect(await settingsOf(shop)).toMatchObject({
    payoutChannel: { channel: { tillNumber: '522522' } },
    nextPayoutChannel: null,
  });
  expect(await sentTo(system, shop.contact.email, 'payout-channel-refused')).toMatchObject([
    { channel: 'till ****12' },
  ]);
  const record = (await system.call(merchantRecord, { params: { merchantId } }, maker)).answer;
  expect(record.payoutChannels.map(({ state }) => state)).toEqual(['never', 'now']);
});

test('the release of one pay-out channel does not release the next one', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '522522' });
  await moveContact(shop);
  await setChannel(shop, '612612');
  const former = await openRequest(shop);
  await approve(system, maker, former.approvalId);
  await setChannel(shop, '712712');
  expect((await approve(system, checker, former.approvalId)).outcome).toBe('approval_closed');
  expect(await openRequest(shop)).toMatchObject({ approvalsNeeded: 2 });
});

test('more than 7 days after a new contact a pay-out channel needs no release', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '522522' });
  await moveContact(shop);
  await system.owner.query(
    `update approvals set closed_at = closed_at - interval '7 days' where subject_id = $1`,
    [shop.merchantId],
  );
  const { answer } = await setChannel(shop, '612612');
  expect(answer.nextPayoutChannel?.effectiveAt).toMatch(/Z$/u);
});

test('“this was not me” by a replaced contact holds settlements until two administrators approve', async () => {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '522522' });
  const { merchantId, merchantCode, contact } = shop;
  await moveContact(shop);
  const [mail] = await sentTo(system, contact.email, 'merchant-contact-moved');
  const [sms] = await sentTo(system, contact.phoneNumber, 'merchant-contact-moved');
  expect(mail?.['contact']).toMatch(/^.\*\*\*@.*, 254.\*\*\*\*...$/u);
  expect(sms?.['link']).toBe(mail?.['link']);
  const token = /#token=(.+)$/u.exec(mail?.['link'] ?? '')?.[1] ?? '';
  const press = (presented: string) =>
    system.call(objectToMerchantContactChange, { body: { token: presented } });
  expect((await press(`${token}x`)).outcome).toBe('verification_link_invalid');

  await earn(system, shop, 200);
  const [before] = await settleNow(system, maker, shop);
  expect(before).toBeDefined();
  expect((await press(token)).answer).toMatchObject({ areSettlementsHeld: true });
  await earn(system, shop, 300);
  const run = () => system.call(runSettlements, { body: { merchantCode, upTo: 'now' } }, maker);
  expect((await run()).outcome).toBe('settlements_held');
  expect(await settingsOf(shop)).toMatchObject({ areSettlementsHeld: true });
  // A second use of the link opens no new request, even after settlements resume.
  expect((await press(token)).outcome).toBe('ok');

  const query = { subjectId: merchantId, kind: 'settlements-resume', status: 'Open' } as const;
  const requests = async () => (await system.call(listApprovals, { query }, maker)).answer.approvals;
  const [request] = await requests();
  expect(request).toMatchObject({ approvalsNeeded: 2 });
  // After a rejection the settlements stay held and a new request is open.
  await system.call(rejectRequest, { body: { approvalId: request?.approvalId ?? '', reason } }, maker);
  const [again] = await requests();
  const approvalId = again?.approvalId ?? '';
  await approve(system, maker, approvalId);
  expect((await run()).outcome).toBe('settlements_held');
  await approve(system, checker, approvalId);
  expect((await run()).answer.settlements).toHaveLength(1);
  await press(token);
  expect(await requests()).toEqual([]);
});

test('the approval request for a new contact shows the old and the new contact masked', async () => {
  const { merchantId, contact } = await newPayee(system);
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson('Musa', 'Mwizi');
  await system.call(
    updateMerchant,
    { body: { merchantId, reason, contactEmail, contactPhoneNumber } },
    maker,
  );
  const { rows } = await system.owner.query<{ summary: string; way: string }>(
    `select summary, way from approvals where subject_id = $1 and kind = 'merchant-contact'`,
    [merchantId],
  );
  const [kept] = rows;
  const words = `${kept?.summary} ${kept?.way}`;
  for (const plain of [contactEmail, contactPhoneNumber, contact.email, contact.phoneNumber]) {
    expect(words).not.toContain(plain);
  }
  expect(words).toContain(maskEmail(contactEmail));
  expect(words).toContain(maskMsisdn(contactPhoneNumber));
  expect(words).toContain(maskEmail(contact.email));
});
