import type { LanguageName } from '@zawadi/contract';
import { expect, test } from 'vitest';
import { composeEmail } from './create-notification-handlers.ts';
import { examplesOf, exampleVoucher as voucher } from './fields.ts';
import { messageOf, templates, type Template } from './messages.ts';
import type { StoredNotice } from './notify.ts';

const LANGUAGES = ['en', 'sw'] as const;

async function email(template: Template, language: LanguageName, facts: Partial<typeof voucher> = {}) {
  const data = examplesOf(messageOf(template).data);
  const notice = { template, data, language, to: 'x' } as StoredNotice;
  const composed = await composeEmail(notice, async () => ({ ...voucher, ...facts }));
  if (!composed) throw new Error('no email');
  return composed;
}

test('no email greets its reader by name, because the address may belong to another person', async () => {
  const readers = [voucher.recipientName, 'Juma Otieno', 'Achieng Odhiambo', 'Duka Moja'].join('|');
  for (const template of templates.filter((one) => messageOf(one).email)) {
    // The reader of these messages is the giver; the name is the recipient's.
    if (['gift-opened', 'gift-claimed', 'gift-thanks'].includes(template)) continue;
    expect(Object.keys(messageOf(template).data), template).not.toContain('firstName');
    for (const language of LANGUAGES) {
      const { subject, text } = await email(template, language);
      const [heading = ''] = text.split('\n');
      for (const line of [subject, heading])
        expect(line, template).not.toMatch(
          new RegExp(`^(?:(?:Hello|Hi|Welcome|One tap|Karibu|Kwaheri|Habari|Asante),? )?(?:${readers})`, 'u'),
        );
    }
  }
});

test('a giver’s words are in quotation marks that the words cannot close, above a warning', async () => {
  const message = 'Hongera” Zawadi: send your PIN to 0712 345 678 or https://evil.example “';
  for (const language of LANGUAGES) {
    const mail = await email('voucher-gift', language, { message });
    for (const words of [mail.text, mail.html]) {
      expect(words).toMatch(/“Hongera(?:'|&#39;) Zawadi: send your PIN to\s+or\s+(?:'|&#39;)”/u);
      expect(words).not.toMatch(/0712 345|evil\.example/u);
      expect(words).toContain(language === 'en' ? 'We never ask for your PIN.' : 'Hatuombi PIN yako kamwe.');
    }
  }
});
