import { expect, test } from 'vitest';
import { countSmsParts } from './gsm7.ts';
import type { StoredNotice } from './notify.ts';
import { renderLetter, renderPush, renderSms } from './create-notification-handlers.ts';
import type { EmailTemplate, Language, SmsTemplate, Template, VoucherFacts } from './templates.ts';

import { emailWords } from './copy/email-copy.ts';
import { examples as data, exampleVoucher as voucher } from './copy/examples.ts';
import { pushWords } from './copy/push-copy.ts';
import { smsWords } from './copy/sms-copy.ts';

const LANGUAGES: Language[] = ['en', 'sw'];
const smsTemplates = Object.keys(smsWords) as SmsTemplate[];
const emailTemplates = Object.keys(emailWords) as EmailTemplate[];

test.each(both(smsTemplates))('the SMS %s (%s) fits into one part', async (template, language) => {
  const text = await sms(template, language);
  expect(text.length).toBeGreaterThan(20);
  expect(`${countSmsParts(text)} for ${text}`).toBe(`1 for ${text}`);
});

test.each(both(emailTemplates))(
  'the e-mail %s (%s) says the same as text and as HTML',
  async (template, language) => {
    const email = await letter(template, language);
    expect(email.subject.length).toBeGreaterThan(5);
    expect(email.html).toContain(`<html lang="${language}">`);
    for (const words of [email.text, email.html]) {
      expect(words).not.toMatch(/undefined|NaN|\[object/u);
      for (const value of visibleValues(template)) expect(words).toContain(value);
    }
  },
);

test('the gift’s SMS has value, sender, code and link, and the link comes last', async () => {
  expect(await sms('voucher-gift', 'en')).toBe(
    'Amina Wanjiku Kamau sent you a Zawadi gift of KES 237,500. Code 7K3M-9QXT-2RFD-8WZA. ' +
      'Open it: https://zawadi.example/v/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6',
  );
  expect(await sms('voucher-gift', 'sw')).toContain('amekutumia zawadi ya KES 237,500');
});

test('the gift’s e-mail has the link and the message but not the code', async () => {
  const email = await letter('voucher-gift', 'en');
  for (const words of [email.text, email.html]) {
    expect(words).toContain(voucher.link);
    expect(words).toContain('Spend it well.');
    expect(words).toContain('20 November 2028');
    expect(words).not.toContain('7K3M');
  }
  expect(email.subject).toBe('Amina Wanjiku Kamau sent you a gift of KES 237,500');
});

test('a used-up voucher offers nothing to open', async () => {
  const spent = { ...data['voucher-redeemed'], balance: 0 };
  const notice = { template: 'voucher-redeemed', data: spent, language: 'en', to: 'x' } as const;
  expect(await renderSms(notice, resolve)).not.toContain('http');
  expect((await renderLetter(notice, resolve))?.html).not.toContain('href');
});

test('a name in an SMS cannot pass for a link or a sentence of ours', async () => {
  const senderName = 'Visit http://evil.example/x now! Reply with PIN: 1234 to win a prize';
  const text = await sms('voucher-gift', 'en', { senderName });
  expect(text.match(/https?:/gu)).toHaveLength(1);
  expect(text).not.toContain('evil.example');
  expect(text).not.toContain('PIN');
  expect(countSmsParts(text)).toBe(1);
  expect(await sms('voucher-gift', 'en', { senderName: 'Call 0712 345 678' })).toMatch(/^Call sent you/u);
});

test('thanks in an SMS are short and hold no link and no number to call', async () => {
  const message = 'Asante! Now call 0700 123 456 or open https://evil.example/win to get more'.repeat(3);
  const notice = {
    template: 'gift-thanks',
    data: { recipientName: 'Kip', message },
    language: 'en',
    to: 'x',
  } as const;
  const text = (await renderSms(notice, resolve)) ?? '';
  expect(text).toMatch(/^Kip says thanks for your Zawadi gift: "Asante/u);
  expect(text).not.toMatch(/0700|https?:|evil\.example/u);
  expect(countSmsParts(text)).toBe(1);
});

test('the buyer of a gift for later is told when it arrives, in Nairobi', async () => {
  const paid = { ...data['purchase-completed'], deliverAt: '2026-12-25T05:00:00.000Z' };
  const notice = { template: 'purchase-completed', data: paid, language: 'en', to: 'x' } as const;
  expect((await renderLetter(notice, resolve))?.text).toMatch(/on 25 December 2026 at 0?8:00/u);
});

test('a name with nothing a plain SMS can show is replaced by a word', async () => {
  expect(await sms('voucher-gift', 'en', { senderName: '🎉🎉' })).toMatch(/^Somebody sent you/u);
  expect(await sms('voucher-gift', 'sw', { senderName: '生日快乐' })).toMatch(/^Rafiki amekutumia/u);
});

test('A20 hostile names and messages are shown, never run, and cannot leave their element or attribute', async () => {
  const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(1)>' onmouseover='x&amp;`;
  const email = await letter('voucher-gift', 'en', {
    senderName: hostile,
    recipientName: hostile,
    message: `${hostile}\n</table></body><style>*{display:none}</style>`,
    link: `javascript:alert("1")`,
  });
  expect(email.html).not.toMatch(/<script|<img|<style/iu);
  expect(email.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img');
  expect(email.html).not.toMatch(/href="javascript/iu);
  expect(email.html.match(/<\/body>/gu)).toHaveLength(1);
  expect(
    [...email.html.matchAll(/ on[a-z]+=/giu)].every(({ index }) => !isInsideTag(email.html, index)),
  ).toBe(true);
});

test('A29 a subject is one line of bounded length, whatever a name contains', async () => {
  const { subject } = await letter('voucher-gift', 'en', {
    senderName: `Eve\r\nBcc: all@example.com\u2028\u0000${'x'.repeat(500)}`,
  });
  expect(subject).toMatch(/^Eve Bcc: all@example\.com x+$/u);
  expect(subject).toHaveLength(150);
});

test('a voucher that is no longer to be told about makes no message', async () => {
  const nothing = async () => undefined;
  const notice = { template: 'voucher-gift', data: data['voucher-gift'], language: 'en', to: 'x' } as const;
  expect(await renderSms(notice, nothing)).toBeUndefined();
  expect(await renderLetter(notice, nothing)).toBeUndefined();
});

async function resolve(): Promise<VoucherFacts> {
  return voucher;
}

async function sms(
  template: SmsTemplate,
  language: Language,
  facts: Partial<VoucherFacts> = {},
): Promise<string> {
  return (await renderSms(noticeOf(template, language), async () => ({ ...voucher, ...facts }))) ?? '';
}

async function letter(template: EmailTemplate, language: Language, facts: Partial<VoucherFacts> = {}) {
  const email = await renderLetter(noticeOf(template, language), async () => ({ ...voucher, ...facts }));
  if (!email) throw new Error('no e-mail');
  return email;
}

function noticeOf(template: Template, language: Language): StoredNotice {
  return { template, data: data[template], language, to: 'somebody' } as StoredNotice;
}

function both<T>(templates: T[]): [T, Language][] {
  return templates.flatMap((template) => LANGUAGES.map((language): [T, Language] => [template, language]));
}

/** The values of a template that people must be able to read in the message. */
/** What is told in other words. */
const NOT_SHOWN = new Set(['voucherId', 'reason', 'status', 'effectiveAt', 'direction', 'contact']);

function visibleValues(template: Template): string[] {
  return Object.entries(data[template])
    .filter(([name, value]) => !NOT_SHOWN.has(name) && typeof value !== 'boolean')
    .map(([, value]) => (typeof value === 'number' ? value.toLocaleString('en-KE') : String(value)));
}

function isInsideTag(markup: string, index: number): boolean {
  return markup.lastIndexOf('<', index) > markup.lastIndexOf('>', index);
}

test('a push says little, names no code or link, and opens a page of ours', async () => {
  const hostile = { ...voucher, senderName: 'Win at https://evil.example 0712345678 now' };
  for (const [template, { opens }] of Object.entries(pushWords)) {
    expect(opens).toMatch(/^\/(?:dashboard\/[a-z]+|login)$/u);
    for (const language of LANGUAGES) {
      const notice = { template, language, to: 'session', data: data[template as Template] } as StoredNotice;
      const text = await renderPush(notice, async () => hostile);
      expect(text?.title.length).toBeLessThanOrEqual(50);
      expect(text?.body.length).toBeLessThanOrEqual(120);
      expect(text?.body).toMatch(/[.]$/u);
      for (const secret of [voucher.code, voucher.link, 'evil.example', '0712345678']) {
        expect(JSON.stringify(text)).not.toContain(secret);
      }
    }
  }
});
