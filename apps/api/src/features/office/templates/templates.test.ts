import {
  changeTemplate,
  listApprovals,
  listTemplates,
  previewTemplate,
  readApproval,
  readTemplate,
  testTemplate,
  type TemplateAddress,
  type Wording,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const GIFT_SPENT = { channel: 'sms', template: 'voucher-redeemed.some-left', language: 'en' } as const;

async function read(params: TemplateAddress) {
  return (await system.call(readTemplate, { params }, { bearer: administrator.bearer })).answer;
}

async function change(params: TemplateAddress, wording: Wording | null, by = administrator) {
  const { latestVersionId: basedOn } = await read(params);
  const body = { wording, reason: 'Friendlier', basedOn };
  return system.call(changeTemplate, { params, body }, { bearer: by.bearer });
}

test('lists every message with its default wording and its length', async () => {
  const { answer } = await system.call(listTemplates, {}, { bearer: administrator.bearer });
  expect(answer.templates.length).toBeGreaterThan(60);
  const audiences = Object.fromEntries(
    answer.templates.map((one) => [one.template.split('.')[0], one.audience]),
  );
  expect(audiences).toMatchObject({
    'account-exists': 'consumers',
    'withdrawal-completed': 'consumers',
    'contact-change-asked': 'consumers',
    'settlement-paid': 'merchants',
    'member-welcome': 'merchants',
    'support-request': 'administrators',
    'alerts-raised': 'administrators',
    'password-changed': 'everybody',
    'passkey-added': 'everybody',
  });
  const template = await read(GIFT_SPENT);
  expect(template).toMatchObject({
    isDefault: true,
    wording: { text: 'You spent {amount} of your gift at {businessName}. {balance} is left: {link}' },
    preview: { channel: 'sms', parts: 1, replaced: [] },
  });
  expect(template.placeholders).toContainEqual({
    name: 'businessName',
    example: 'Mama Mboga Groceries Ltd',
    isRequired: false,
  });
});

test('S236 sends the operator’s own wording after a change, and the default wording after a reset', async () => {
  const own = { text: 'Asante! {amount} at {businessName}. Left: {balance} {link}' };
  const { answer, outcome } = await change(GIFT_SPENT, own);
  expect([outcome, answer.isDefault, answer.versions.length]).toEqual(['ok', false, 1]);
  expect(answer).toMatchObject({ needsTwo: false, action: { outcome: 'done' } });
  const till = await newTill(system);
  const said = async () => {
    const recipient = newPerson('Kip', 'Rotich');
    const gift = await makeGift(system, { amount: 1_000, recipient });
    await redeem(system, till, gift.code, { amount: 200 });
    return eventually('word of the redemption', async () => {
      const { messages } = await system.sandbox.phone(recipient.phoneNumber);
      return messages.map(({ text }) => text).find((text) => text.includes('KES 200'));
    });
  };
  expect(await said()).toMatch(/^Asante! KES 200 at .+\. Left: KES 750 http/u);
  expect((await change(GIFT_SPENT, null)).answer.isDefault).toBe(true);
  expect(await said()).toMatch(/^You spent KES 200 of your gift/u);
});

test('refuses a wording at its field if it lacks a required placeholder or has an unknown one', async () => {
  for (const [wording, path] of [
    [{ text: 'No link' }, 'wording.text'],
    [{ text: '{link} {telephone}' }, 'wording.text'],
    [{ text: '{link} {amount' }, 'wording.text'],
    [{ subject: 'A', heading: 'B', text: '{link}', note: '' }, 'wording.subject'],
  ] as const) {
    const { status, refusal } = await change(GIFT_SPENT, wording);
    expect([status, refusal]).toMatchObject([422, { fields: [{ path }] }]);
  }
  const code = { channel: 'sms', template: 'withdrawal-otp', language: 'en' } as const;
  const silent = await change(code, { text: '{code} confirms your withdrawal' });
  expect(silent.refusal).toMatchObject({
    fields: [{ message: 'Without {amount} this message is of no use' }],
  });
  const strange = { ...GIFT_SPENT, template: 'no-such' };
  expect(
    (await system.call(readTemplate, { params: strange }, { bearer: administrator.bearer })).status,
  ).toBe(404);
  expect((await change(GIFT_SPENT, null)).outcome).toBe('setting_same');
  expect(
    (await change(GIFT_SPENT, { text: '{link}' }, await newAdministrator(system, 'support'))).status,
  ).toBe(403);
});

test('a preview shows which characters an SMS cannot carry, and the number of parts', async () => {
  const body = { wording: { text: `Hongera 🎉 “{amount}” ${'x'.repeat(160)} {link}` } };
  const { answer } = await system.call(
    previewTemplate,
    { params: GIFT_SPENT, body },
    { bearer: administrator.bearer },
  );
  expect(answer).toMatchObject({ channel: 'sms', parts: 2, replaced: ['🎉', '“', '”'] });
});

test('mails a trial, an SMS as text, only to the administrator’s own email address', async () => {
  const phone = newPerson('Musa', 'Otieno').phoneNumber;
  const { wording } = await read(GIFT_SPENT);
  const call = (params: TemplateAddress, body: { wording: Wording; phone?: string }) =>
    system.call(testTemplate, { params, body }, { bearer: administrator.bearer });
  const { answer } = await call(GIFT_SPENT, { wording, phone });
  const [said] = await system.sandbox.mail(answer.to, /You spent KES 250,000.+/u);
  expect(said).toMatch(/^You spent KES 250,000/u);
  const welcome = { channel: 'email', template: 'verify-email', language: 'sw' } as const;
  const own = { subject: 'Karibu', heading: 'Karibu', text: 'Moja.\n\nMbili <b>.', note: '' };
  expect((await call(welcome, { wording: own })).answer).toEqual(answer);
  expect((await system.sandbox.mail(answer.to, /Mbili <b>\./u))[0]).toBe('Mbili <b>.');
  expect((await system.sandbox.phone(phone)).messages).toEqual([]);
});

const CODE = { channel: 'sms', template: 'phone-otp', language: 'en' } as const;

test('A53 rewording a message about codes, resets or sign-in, or restoring its default, needs a second administrator', async () => {
  const other = await newAdministrator(system, 'administrator');
  const wording = { text: '{code} is your code. Wrong? Call 0712 345 678' };
  const asked = await change(CODE, wording);
  expect(asked.answer).toMatchObject({ isDefault: true, needsTwo: true, action: { outcome: 'waiting' } });
  expect((await change(CODE, wording)).outcome).toBe('approval_open');
  const { approvals } = (await system.call(listApprovals, { query: { status: 'Open' } }, other)).answer;
  const approvalId = approvals[0]?.approvalId ?? '';
  expect(approvals).toMatchObject([{ kind: 'template-wording', rule: { because: 'always' } }]);
  const { preview } = (await system.call(readApproval, { params: { approvalId } }, other)).answer;
  expect(preview?.change?.after).toEqual(wording);
  expect((await approve(system, administrator, approvalId)).outcome).toBe('second_person_needed');
  expect((await approve(system, other, approvalId)).outcome).toBe('ok');
  expect((await read(CODE)).wording).toEqual(wording);
  const back = (await change(CODE, null)).answer;
  expect(back).toMatchObject({ isDefault: false, action: { outcome: 'waiting' } });
});

test('refuses an approved wording if another wording was saved after the request', async () => {
  const params = { channel: 'sms', template: 'claim-otp', language: 'en' } as const;
  const other = await newAdministrator(system, 'administrator');
  const first = { text: '{code} is your Zawadi code.' };
  const asked = (await change(params, first)).answer.action;
  const approvalId = asked.outcome === 'waiting' ? asked.approvalId : '';
  await system.owner.query(
    `insert into setting_versions (id, name, value, effective_from, reason, changed_by)
     select gen_random_uuid(), 'template/sms/claim-otp/en', '{"text": "{code} is it"}', now(), 'Other', id
     from administrators where name = $1`,
    [administrator.name],
  );
  expect((await approve(system, other, approvalId)).outcome).toBe('approval_outdated');
  expect((await read(params)).wording).toEqual({ text: '{code} is it' });
});
