import { expect, test } from 'vitest';
import { cloth as clothOf, type LanguageName } from '@zawadi/contract';
import { everyRow } from '../../../testing/every-row.ts';
import { countSmsParts } from './gsm7.ts';
import type { Channel } from './message.ts';
import type { StoredNotice } from './notify.ts';
import { composeEmail, composePush, composeSms } from './create-notification-handlers.ts';
import { examplesOf, exampleVoucher as voucher, type VoucherFacts } from './fields.ts';
import { attachPictures } from './pictures.ts';
import { messageOf, templates, type Template, type TemplateData } from './messages.ts';

const LANGUAGES = ['en', 'sw'] as const;
const data = Object.fromEntries(
  templates.map((template) => [template, examplesOf(messageOf(template).data)]),
) as TemplateData;
const by = (channel: Channel) => templates.filter((template) => messageOf(template)[channel]);

// The gift's SMS has two parts, because it also says that a gift is not a payment.
const PARTS: Partial<Record<Template, number>> = { 'voucher-gift': 2 };

test('every SMS fits into one part, the gift’s SMS into two', async () => {
  await everyRow(both(by('sms')), String, async ([template, language]) => {
    const text = await sms(template, language);
    expect(text.length).toBeGreaterThan(20);
    const parts = PARTS[template] ?? 1;
    expect(`${countSmsParts(text)} for ${text}`).toBe(`${parts} for ${text}`);
  });
});

test('every email has the same content as text and as HTML', async () => {
  await everyRow(both(by('email')), String, async ([template, language]) => {
    const mail = await email(template, language);
    expect(mail.subject.length).toBeGreaterThan(5);
    expect(mail.html).toContain(`<html lang="${language}">`);
    for (const words of [mail.text, mail.html.replaceAll(/<\/?span[^>]*>/gu, '')]) {
      expect(words).not.toMatch(/undefined|NaN|\[object/u);
      for (const value of visibleValues(template)) expect(words).toContain(value);
    }
  });
});

test('S404 the gift’s SMS has value, sender and code, and ends with the link', async () => {
  expect(await sms('voucher-gift', 'en')).toBe(
    'Amina Wanjiku Kamau sent you a gift of KES 237,500. Show code 7K3M-9QXT-2RFD-8WZA or number 1234 5678 9012 3 at any Zawadi shop. ' +
      'It is not a payment until it is in your wallet. Dial *384*44135# or open https://zawadi.example/v/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6',
  );
  expect(await sms('voucher-gift', 'en', { dial: undefined })).toMatch(
    /in your wallet\. Open it: https:\/\/zawadi\.example\/v\/\w+$/u,
  );
  expect(await sms('voucher-gift', 'sw')).toContain('amekutumia zawadi ya KES 237,500');
});

test('no line of an email breaks within the name M-PESA', async () => {
  const { html, text } = await email('withdrawal-otp', 'en');
  expect(html).toContain('<span style="white-space:nowrap">M-PESA</span>');
  expect(text).not.toContain('<span');
});

test('the gift’s email has name, value, message and code as text, not as pictures', async () => {
  const mail = await email('voucher-gift', 'en');
  const words = mail.html.replaceAll(/<[^>]*>/gu, ' ').replaceAll(/\s+/gu, ' ');
  for (const text of [mail.text, words]) {
    expect(text).toContain('Brian Otieno');
    expect(text).toContain('KES 237,500');
    expect(text).toContain('Spend it well.');
    expect(text).toContain('Spend by 20 November 2028');
  }
  expect(words).toContain('7K3M 9QXT 2RFD 8WZA');
  expect(mail.text).toContain(voucher.code);
  expect(mail.text).toContain(voucher.link);
  expect(mail.subject).toBe('Amina Wanjiku Kamau sent you a gift of KES 237,500');
  // The email has only decorative pictures, of this gift's cloth, with an empty alt text.
  expect(new Set(mail.html.match(/cid:[a-z]+-?/gu))).toEqual(new Set(['cid:mark', 'cid:birthday-']));
  expect(mail.html.match(/<img\s[^>]*alt=""/gu)).toHaveLength(4);
});

test('the email with a recipient’s thanks has the edge of the gift’s cloth', async () => {
  const { html } = await email('gift-thanks', 'en');
  expect(html).toContain('cid:birthday-band@zawadi');
  expect(html).not.toContain('cid:plain-band@zawadi');
});

test('no subject or preheader of an email has a code', async () => {
  for (const [template, language] of both(by('email'))) {
    const mail = await email(template, language);
    const shown = /<div[^>]*>([^<]*)&#847;/u.exec(mail.html)?.[1] ?? '';
    expect(shown.length).toBeGreaterThan(10);
    const codes = [voucher.code, 'code' in data[template] ? data[template].code : voucher.code];
    for (const code of codes) expect(mail.subject + shown).not.toContain(code);
    expect(mail.subject + shown).not.toContain('7K3M');
  }
});

test('an email with its pictures is smaller than 100 KB', async () => {
  for (const cloth of clothOf.options) {
    const { html } = await email('voucher-gift', 'en', { cloth });
    const pictures = await attachPictures(html);
    expect(pictures.map(({ cid }) => cid)).toContain(`${cloth}-motif@zawadi`);
    const bytes = pictures.reduce((sum, { raw }) => sum + raw.length, html.length);
    expect(bytes).toBeLessThan(100_000);
  }
});

test('a message about a used-up voucher has no link', async () => {
  const spent = { ...data['voucher-redeemed'], balance: 0 };
  const notice = { template: 'voucher-redeemed', data: spent, language: 'en', to: 'x' } as const;
  expect(await composeSms(notice, resolve)).not.toContain('http');
  expect((await composeEmail(notice, resolve))?.html).not.toContain('href');
});

test('a sender’s name in an SMS cannot imitate a link or our own words', async () => {
  const senderName = 'Visit http://evil.example/x now! Reply with PIN: 1234 to win a prize';
  const text = await sms('voucher-gift', 'en', { senderName });
  expect(text.match(/https?:/gu)).toHaveLength(1);
  expect(text).not.toContain('evil.example');
  expect(text).not.toContain('PIN');
  expect(countSmsParts(text)).toBe(2);
  for (const senderName of ['Call 0712 345 678', 'Call 0712/345/678', 'Call 0712x345x678'])
    expect(await sms('voucher-gift', 'en', { senderName })).toMatch(/^Call sent you/u);
  for (const senderName of ['Zawadi Security Team', 'M-PESA Customer Care', 'Safaricom Ltd'])
    expect(await sms('voucher-gift', 'en', { senderName })).toMatch(/^Someone sent you/u);
});

test('the SMS with a recipient’s thanks is short, without a link or a phone number', async () => {
  const message = 'Asante! Now call 0700 123 456 or open https://evil.example/win to get more'.repeat(3);
  const notice = {
    template: 'gift-thanks',
    data: { recipientName: 'Kip', message },
    language: 'en',
    to: 'x',
  } as const;
  const text = (await composeSms(notice, resolve)) ?? '';
  expect(text).toMatch(/^Kip says thanks for your gift: "Asante/u);
  expect(text).not.toMatch(/0700|https?:|evil\.example/u);
  expect(countSmsParts(text)).toBe(1);
});

test('the message to the buyer of a scheduled gift has its delivery time in Nairobi', async () => {
  const paid = { ...data['purchase-completed'], deliverAt: '2026-12-25T05:00:00.000Z' };
  const notice = { template: 'purchase-completed', data: paid, language: 'en', to: 'x' } as const;
  expect((await composeEmail(notice, resolve))?.text).toMatch(/on 25 December 2026 at 0?8:00/u);
});

test('replaces a name that has no character of the SMS alphabet by a neutral word', async () => {
  expect(await sms('voucher-gift', 'en', { senderName: '🎉🎉' })).toMatch(/^Someone sent you/u);
  expect(await sms('voucher-gift', 'sw', { senderName: '生日快乐' })).toMatch(/^Rafiki amekutumia/u);
});

test('A20 hostile names and messages are escaped and cannot leave their HTML element or attribute', async () => {
  const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(1)>' onmouseover='x&amp;`;
  const mail = await email('voucher-gift', 'en', {
    senderName: hostile,
    recipientName: hostile,
    message: `${hostile}\n</table></body><style>*{display:none}</style>`,
    link: `javascript:alert("1")`,
  });
  const harmless = await email('voucher-gift', 'en');
  for (const tag of ['<script', '<img', '<style']) {
    expect([tag, mail.html.split(tag).length]).toEqual([tag, harmless.html.split(tag).length]);
  }
  expect(mail.html).not.toContain('<script');
  // A message keeps its punctuation; a name keeps only its letters.
  expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&#39;&gt;&lt;img');
  expect(mail.html).not.toMatch(/href="javascript/iu);
  expect(mail.html.match(/<\/body>/gu)).toHaveLength(1);
  expect([...mail.html.matchAll(/ on[a-z]+=/giu)].every(({ index }) => !isInsideTag(mail.html, index))).toBe(
    true,
  );
});

test('A29 an email’s subject is one line of bounded length, whatever a name contains', async () => {
  const { subject } = await email('voucher-gift', 'en', {
    senderName: `Eve\r\nBcc: all\u2028\u0000${'x'.repeat(500)}`,
  });
  expect(subject).toMatch(/^Eve Bcc all ?x+\. sent you a gift of KES 237,500$/u);
  expect(subject.length).toBeLessThanOrEqual(150);
});

test('composes no message when the voucher cannot be resolved', async () => {
  const nothing = async () => undefined;
  const notice = { template: 'voucher-gift', data: data['voucher-gift'], language: 'en', to: 'x' } as const;
  expect(await composeSms(notice, nothing)).toBeUndefined();
  expect(await composeEmail(notice, nothing)).toBeUndefined();
});

async function resolve(): Promise<VoucherFacts> {
  return voucher;
}

async function sms(
  template: Template,
  language: LanguageName,
  facts: Partial<VoucherFacts> = {},
): Promise<string> {
  return (await composeSms(noticeOf(template, language), async () => ({ ...voucher, ...facts }))) ?? '';
}

async function email(template: Template, language: LanguageName, facts: Partial<VoucherFacts> = {}) {
  const composed = await composeEmail(noticeOf(template, language), async () => ({ ...voucher, ...facts }));
  if (!composed) throw new Error('no email');
  return composed;
}

function noticeOf(template: Template, language: LanguageName): StoredNotice {
  return { template, data: data[template], language, to: 'x' } as StoredNotice;
}

function both<T>(templates: T[]): [T, LanguageName][] {
  return templates.flatMap((template) =>
    LANGUAGES.map((language): [T, LanguageName] => [template, language]),
  );
}

/** Fields whose value a message expresses in other words, so the test does not search for the value. */
const NOT_SHOWN = new Set([
  'cloth',
  'voucherId',
  'reason',
  'status',
  'effectiveAt',
  'direction',
  'outcome',
  'month',
  'contact',
  'deliverAt',
  'opensAt',
  'paidAt',
  'changedAt',
  'change',
  'oldUntil',
]);

function visibleValues(template: Template): string[] {
  return Object.entries(data[template])
    .filter(([name, value]) => !NOT_SHOWN.has(name) && typeof value !== 'boolean' && !Array.isArray(value))
    .map(([, value]) => (typeof value === 'number' ? value.toLocaleString('en-KE') : String(value)));
}

function isInsideTag(markup: string, index: number): boolean {
  return markup.lastIndexOf('<', index) > markup.lastIndexOf('>', index);
}

test('a push message is short, has no code or link, and opens a page of Zawadi', async () => {
  const hostile = { ...voucher, senderName: 'Win at https://evil.example 0712345678 now' };
  for (const template of by('push')) {
    expect(messageOf(template).push?.opens).toMatch(/^\/(?:dashboard\/[a-z]+|login)$/u);
    for (const language of LANGUAGES) {
      const notice = { template, language, to: 'session', data: data[template] } as StoredNotice;
      const text = await composePush(notice, async () => hostile);
      expect(text?.title.length).toBeLessThanOrEqual(50);
      expect(text?.body.length).toBeLessThanOrEqual(120);
      expect(text?.body).toMatch(/[.]$/u);
      for (const secret of [voucher.code, voucher.link, 'evil.example', '0712345678']) {
        expect(JSON.stringify(text)).not.toContain(secret);
      }
    }
  }
});
