import {
  changeTemplate,
  listTemplates,
  previewTemplate,
  readTemplate,
  testTemplate,
  type TemplateAddress,
  type Wording,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newOfficer, type Officer } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { caseOf, exampleFactsOf, messageCases, messageOf } from './messages.ts';
import { fill, reword } from './own-wording.ts';
import { defaultEmail, defaultSms, placeholdersOf } from './placeholders.ts';

let system: TestSystem;
let boss: Officer;
beforeAll(async () => {
  system = await createTestSystem();
  boss = await newOfficer(system, 'administrator');
});
afterAll(() => system.close());

const LANGUAGES = ['en', 'sw'] as const;
const GIFT_SPENT = { channel: 'sms', template: 'voucher-redeemed.some-left', language: 'en' } as const;

async function read(params: TemplateAddress) {
  return (await system.call(readTemplate, { params }, { bearer: boss.bearer })).answer;
}

async function change(params: TemplateAddress, wording: Wording | null, officer = boss) {
  const { latestVersionId: basedOn } = await read(params);
  const body = { wording, reason: 'Friendlier', basedOn };
  return system.call(changeTemplate, { params, body }, { bearer: officer.bearer });
}

const ofBoth = LANGUAGES.flatMap((language) =>
  messageCases.map((one) => ({ name: one.name, language, one, facts: exampleFactsOf(one) })),
);

test.each(ofBoth.filter(({ one }) => messageOf(one.template).sms))(
  'the wording of the SMS $name ($language), filled in again, is the message itself',
  ({ one, language, facts }) => {
    const { text } = defaultSms(one, language) ?? { text: '' };
    const words = messageOf(one.template).sms?.[language](facts);
    expect(fill(text, placeholdersOf('sms', one.template, facts, language))).toBe(words);
  },
);

test.each(ofBoth.filter(({ one }) => messageOf(one.template).email))(
  'the wording of the email $name ($language), filled in again, is the email itself',
  ({ one, language, facts }) => {
    const email = messageOf(one.template).email?.[language](facts);
    const wording = defaultEmail(one, language);
    const again =
      email && wording && reword(email, wording, placeholdersOf('email', one.template, facts, language));
    const asText = (some: typeof email) => ({ ...some, paragraphs: some?.paragraphs.join('\n\n') });
    expect(asText(again)).toEqual(asText(email));
  },
);

test.each(messageCases)('the example of $name gets the wording of $name', (one) => {
  expect(caseOf(one.template, exampleFactsOf(one))).toBe(one.name);
});

test('every message is listed, with the wording that we begin with and its length', async () => {
  const { answer } = await system.call(listTemplates, {}, { bearer: boss.bearer });
  expect(answer.templates.length).toBeGreaterThan(60);
  const audiences = Object.fromEntries(
    answer.templates.map((one) => [one.template.split('.')[0], one.audience]),
  );
  expect(audiences).toMatchObject({
    'account-exists': 'consumers',
    'withdrawal-completed': 'consumers',
    'contact-change-asked': 'consumers',
    'settlement-paid': 'merchants',
    'staff-welcome': 'merchants',
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

test('S236 the operator’s own words go out from then on, and the old ones again when it goes back', async () => {
  const own = { text: 'Asante! {amount} at {businessName}. Left: {balance} {link}' };
  const { answer, outcome } = await change(GIFT_SPENT, own);
  expect([outcome, answer.isDefault, answer.versions.length]).toEqual(['ok', false, 1]);
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

test('a wording without a required placeholder, or with an unknown one, is refused under its field', async () => {
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
  expect((await system.call(readTemplate, { params: strange }, { bearer: boss.bearer })).status).toBe(404);
  expect((await change(GIFT_SPENT, null)).outcome).toBe('setting_same');
  expect((await change(GIFT_SPENT, { text: '{link}' }, await newOfficer(system, 'support'))).status).toBe(
    403,
  );
});

test('a preview tells what a plain SMS cannot carry and how many parts it is', async () => {
  const body = { wording: { text: `Hongera 🎉 “{amount}” ${'x'.repeat(160)} {link}` } };
  const { answer } = await system.call(
    previewTemplate,
    { params: GIFT_SPENT, body },
    { bearer: boss.bearer },
  );
  expect(answer).toMatchObject({ channel: 'sms', parts: 2, replaced: ['🎉', '“', '”'] });
});

test('a trial goes to a phone or to one’s own address, as it would arrive', async () => {
  const phone = newPerson('Musa', 'Otieno').phoneNumber;
  const { wording } = await read(GIFT_SPENT);
  const call = (params: TemplateAddress, body: { wording: Wording; phone?: string }) =>
    system.call(testTemplate, { params, body }, { bearer: boss.bearer });
  expect((await call(GIFT_SPENT, { wording })).outcome).toBe('phone_missing');
  expect((await call(GIFT_SPENT, { wording, phone })).answer).toEqual({ to: phone });
  await eventually('the SMS', async () => {
    const { messages } = await system.sandbox.phone(phone);
    return messages.find(({ text }) => text.startsWith('You spent KES 250,000'));
  });
  const welcome = { channel: 'email', template: 'verify-email', language: 'sw' } as const;
  const own = { subject: 'Karibu', heading: 'Karibu', text: 'Moja.\n\nMbili <b>.', note: '' };
  const { answer } = await call(welcome, { wording: own });
  expect((await system.sandbox.mail(answer.to, /Mbili <b>\./u))[0]).toBe('Mbili <b>.');
});
