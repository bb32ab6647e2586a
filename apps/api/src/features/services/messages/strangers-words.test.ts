import {
  businessName,
  fullName,
  recipientName,
  shownBusiness,
  shownPerson,
  thingName,
  type PublicVoucher,
} from '@zawadi/contract';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { examplesOf, exampleVoucher } from './fields.ts';
import { composeEmail, composePush, composeSms } from './create-notification-handlers.ts';
import { countSmsParts, toGsm7 } from './gsm7.ts';
import { messageOf, templates } from './messages.ts';
import type { StoredNotice } from './notify.ts';
import { voucherPdf } from '../../money/receipts/voucher-pdf.ts';
import { cardTitle } from '../../money/vouchers/link-card.ts';
import { shownGift } from '../../money/vouchers/shown-gift.ts';
import honest from './testing/names/honest.json' with { type: 'json' };
import hostile from './testing/names/hostile.json' with { type: 'json' };

const attacks = Object.entries(hostile).flatMap(([kind, names]) => names.map((name) => ({ kind, name })));

/** Builds a voucher in which every text is `words`. */
function gift(words: string) {
  return {
    ...exampleVoucher,
    senderName: words,
    recipientName: words,
    message: words,
    issuerMerchantId: null,
  };
}

const to = { language: 'en', to: 'x' } as const;

/** Renders every message that has a name or a text of another user, as its reader sees it. */
async function readings(words: string): Promise<[channel: string, text: string][]> {
  const resolve = async () => gift(words);
  const found: [string, string][] = [];
  for (const template of templates) {
    const { data, sms, email, push } = messageOf(template);
    const typed = Object.fromEntries(
      Object.entries(examplesOf(data)).map(([name, value]: [string, unknown]) => [
        name,
        // An email address needs no hostile words: it is validated before it is stored.
        data[name]?.fold && !String(value).includes('@') ? words : value,
      ]),
    );
    const notice = { template, data: typed, ...to } as StoredNotice;
    const isTyped = 'voucherId' in typed || Object.values(typed).includes(words);
    if (!isTyped) continue;
    if (sms) found.push([`SMS ${template}`, (await composeSms(notice, resolve)) ?? '']);
    if (push) found.push([`push ${template}`, (await composePush(notice, resolve))?.body ?? '']);
    const mail = email && (await composeEmail(notice, resolve));
    if (!mail) continue;
    found.push([`subject ${template}`, mail.subject], [`text ${template}`, mail.text]);
    found.push([`HTML ${template}`, visibleIn(mail.html)]);
  }
  const page = shownGift(gift(words));
  found.push(['page', Object.values(page).join(' | ')], ['link card', cardTitle(gift(words), 'a gift')]);
  return found;
}

/** Whether a name is allowed for a thing: a till may be called “M-PESA Agent”, and a key `till_2` or `#1`. */
function isOfThings(kind: string, name: string): boolean {
  return kind === 'brands' || name === 'Amina_Njeri' || name === '#win';
}

/** Most parts of an SMS with hostile words; the same limits as for ordinary names in `copy.test.ts`. */
function mostParts(channel: string): number {
  return channel.includes('voucher-gift') ? 2 : 1;
}

function visibleIn(html: string): string {
  return html
    .replace(/<(style|head)[\s\S]*?<\/\1>/gu, '')
    .replace(/<[^>]*>/gu, ' ')
    .replace(/&(?:nbsp|zwnj|#847|#10003);/gu, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

// Texts of our own messages that look like another user's link or phone number.
const OURS = [
  exampleVoucher.code,
  exampleVoucher.alias ?? '',
  exampleVoucher.dial ?? '',
  exampleVoucher.code.replaceAll('-', '\u00a0 '),
  exampleVoucher.link,
  ...templates.flatMap((template) =>
    Object.entries(examplesOf(messageOf(template).data))
      .filter(([name, value]) => !messageOf(template).data[name]?.fold || String(value).includes('@'))
      .map(([, value]: [string, unknown]) => String(value)),
  ),
]
  .filter((text) => text.length > 3)
  .toSorted((a, b) => b.length - a.length);

/** Finds hostile content in a text, with patterns that are independent of the product's. */
function dangerIn(text: string): string | undefined {
  const unseen = /(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/u;
  if (unseen.test(text)) return 'has signs that nobody sees';
  const rest = OURS.reduce((left, own) => left.replaceAll(own, ' own '), text.normalize('NFC'))
    .replace(/KES\s+[\d,]+|\b\d{1,2} \p{L}+ \d{4}\b/gu, ' own ')
    .normalize('NFKC');
  if (/:\/\/|www\.[^\s.”"]|\w@\w|[\p{L}\p{N}-]\.\p{L}{2,}/iu.test(rest)) return 'has a link';
  if (/\p{N}{5,}/u.test(rest.replace(/[^\p{L}\p{N}]/gu, ''))) return 'has a number';
  return /\p{M}{5,}/u.test(rest) ? 'has stacked marks' : undefined;
}

test('A46 refuses every hostile name, and shows none in SMS, mail, push, page or link card', async () => {
  const failures: string[] = [];
  const claimsInMessages = new Set(['brands']);
  for (const { kind, name } of attacks) {
    const shown = JSON.stringify(name);
    if (fullName.safeParse(name).success) failures.push(`${kind} ${shown}: taken as a person's name`);
    if (!isOfThings(kind, name) && thingName(60).safeParse(name).success)
      failures.push(`${kind} ${shown}: taken as a thing's name`);
    if (shownPerson(name).length > 82 || shownBusiness(name).length > 82)
      failures.push(`${kind} ${shown}: shown longer than 82 letters`);
    if (claimsInMessages.has(kind) && shownPerson(name) !== '')
      failures.push(`${kind} ${shown}: shown as ${shownPerson(name)}`);
    for (const [channel, text] of await readings(name)) {
      const danger = dangerIn(text);
      if (danger !== undefined)
        failures.push(`${kind} ${shown}: ${channel} ${danger}: ${text.slice(0, 120)}`);
      if (channel.startsWith('SMS') && countSmsParts(text) > mostParts(channel))
        failures.push(`${kind} ${shown}: ${channel} takes ${countSmsParts(text)} parts`);
    }
  }
  expect(failures.join('\n')).toBe('');
  expect(attacks.length).toBeGreaterThanOrEqual(300);
});

test('accepts honest names from all cultures and shows them as typed', async () => {
  const failures: string[] = [];
  const plain = (name: string) => name.normalize('NFC');
  for (const name of honest.people) {
    const { data, error } = fullName.safeParse(name);
    if (error) failures.push(`${name}: ${error.issues[0]?.message}`);
    else if (data.toLowerCase() !== plain(name).toLowerCase()) failures.push(`${name}: stored as ${data}`);
  }
  for (const name of [...honest.people, ...honest.recipients]) {
    if (!recipientName.safeParse(name).success) failures.push(`${name}: not taken as a recipient`);
    if (shownPerson(name) !== plain(name)) failures.push(`${name}: shown as ${shownPerson(name)}`);
    const sms =
      (await composeSms({ template: 'voucher-gift', data: { voucherId: 'v' }, ...to }, async () =>
        gift(name),
      )) ?? '';
    const start = toGsm7(name).slice(0, 20).trim();
    if (!sms.startsWith(/\p{L}/u.test(start) ? start.replace(/^[. -]+/u, '') : 'Someone'))
      failures.push(`${name}: SMS ${sms}`);
    if (countSmsParts(sms) > mostParts('SMS voucher-gift'))
      failures.push(`${name}: SMS of ${countSmsParts(sms)} parts`);
  }
  for (const name of honest.businesses) {
    const { error } = businessName.safeParse(name);
    if (error) failures.push(`${name}: ${error.issues[0]?.message}`);
    if (shownBusiness(name) !== name.replace('!', ''))
      failures.push(`${name}: shown as ${shownBusiness(name)}`);
  }
  for (const name of honest.things) {
    const { error } = thingName(60).safeParse(name);
    if (error) failures.push(`${name}: ${error.issues[0]?.message}`);
  }
  expect(failures.join('\n')).toBe('');
  expect(Object.values(honest).flat().length).toBeGreaterThanOrEqual(300);
});

test('a printed gift shows no link, phone number or invisible character that another user typed', async () => {
  const failures: string[] = [];
  const printed = new Map(attacks.map(({ name }) => [JSON.stringify(shownGift(gift(name))), name]));
  const names = [...printed.values()];
  // Each page prints ten vouchers.
  for (let first = 0; first < names.length; first += 10) {
    const ten = names.slice(first, first + 10);
    const [sender = '', recipient = sender] = ten;
    const { senderName } = shownGift(gift(sender));
    const { recipientName: forWhom } = shownGift(gift(recipient));
    const message = ten.map((name) => shownGift(gift(name)).message).join(' own ');
    const text = await textOfPdf({
      ...printable,
      code: exampleVoucher.code,
      senderName,
      recipientName: forWhom,
      message,
    });
    const danger = dangerIn(text.replace(/Made .*$/su, ''));
    if (danger !== undefined) failures.push(`${JSON.stringify(ten)}: ${danger}: ${text}`);
  }
  expect(failures.join('\n')).toBe('');
});

const printable: Omit<PublicVoucher, 'senderName' | 'recipientName' | 'message'> = {
  voucherId: '3f0e9a52-6a0a-4a53-9f0e-1d2c3b4a5f60',
  status: 'ACTIVE',
  value: 950,
  balance: 950,
  cloth: 'plain',
  expiresAt: '2028-11-20T20:59:59Z',
  hasCode: true,
  isFrozen: false,
  holds: [],
  hasPhoto: false,
  canBeThanked: false,
  canBeClaimed: true,
  isShopClosed: false,
  stops: [],
  shops: [],
  towns: [],
  shopCount: 0,
};

async function textOfPdf(voucher: Parameters<typeof voucherPdf>[0]): Promise<string> {
  const chunks: Buffer[] = [];
  const document = voucherPdf(voucher, 'en', new Date('2026-11-28T06:00:00Z'));
  for await (const chunk of document) chunks.push(chunk as Buffer);
  const { text } = await extractText(new Uint8Array(Buffer.concat(chunks)), { mergePages: true });
  return text;
}
