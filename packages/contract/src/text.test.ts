import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimToken, linkToken } from './link-tokens.ts';
import { capitalisedRecipient, recipientName } from './names.ts';
import { email, formatMsisdn, giftMessage, maskMsisdn, msisdn } from './text.ts';

test('A17 S442 normalises every usual spelling of a Kenyan phone number to the same twelve digits', () => {
  for (const typed of [
    '0712345678',
    '712345678',
    '+254712345678',
    '254712345678',
    '0712 345-678',
    '(0712) 345678',
  ]) {
    expect(msisdn.parse(typed)).toBe('254712345678');
  }
  expect(msisdn.parse('0110123456')).toBe('254110123456');
});

test('A17 refuses text that is no Kenyan phone number, with an error sentence', () => {
  for (const typed of [
    '',
    '12345',
    '0212345678',
    '255712345678',
    '25471234567',
    '07123456789',
    '0712abc678',
    '٠٢١٢٣٤٥٦٧٨',
  ]) {
    const parsed = msisdn.safeParse(typed);
    expect(parsed.success, typed).toBe(false);
    expect(parsed.error?.issues[0]?.message).toContain('valid phone number');
  }
});

test('formats phone numbers as people read them, and masks them for others', () => {
  expect(formatMsisdn('254712345678')).toBe('0712 345 678');
  expect(maskMsisdn('254712345678')).toBe('2547****678');
});

test('A16 a name keeps its letters and loses characters that could forge a line', () => {
  expect(recipientName.parse('  Ng\u0027ang\u0027a  Wambu\u0301i ')).toBe("Ng'ang'a  Wamb\u00fai");
  for (const forged of [
    'a\r\nBcc: b',
    'a\u0000b',
    'photo\u202Egnp.exe',
    'a\u2028b',
    'Nje\u2060ri',
    'N\u061cjeri',
    '\u3164',
    '\ud800',
    '',
    '   ',
    'x'.repeat(81),
  ]) {
    expect(recipientName.safeParse(forged).success, JSON.stringify(forged)).toBe(false);
  }
});

test('A16 a message may have line breaks and emoji, and an emoji counts as one character', () => {
  expect(giftMessage.parse('Hongera!\n🎉')).toBe('Hongera!\n🎉');
  expect(giftMessage.safeParse('🎉'.repeat(300)).success).toBe(true);
  expect(giftMessage.safeParse('🎉'.repeat(301)).success).toBe(false);
});

test('A29 converts an email address to lower case, and refuses two addresses in one field', () => {
  expect(email.parse(' Amina@Zawadi.Test ')).toBe('amina@zawadi.test');
  for (const bad of ['a@b', 'a b@c.de', 'a@b.c\nBcc: d@e.f', 'a@b.co, c@d.co', '@b.co']) {
    expect(email.safeParse(bad).success, bad).toBe(false);
  }
});

test('A16 no text makes a schema throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const schema of [recipientName, giftMessage, email, msisdn]) schema.safeParse(text);
    }),
  );
});

test('capitalises a name typed without capitals, and leaves any other as typed', () => {
  for (const [typed, name] of [
    ['njeri kamau', 'Njeri Kamau'],
    ['njeri wa kamau', 'Njeri wa Kamau'],
    [' ng’ang’a  ĩrũngũ', 'Ng’ang’a  Ĩrũngũ'],
    ['wa thiong’o', 'Wa Thiong’o'],
    ['de Souza', 'de Souza'],
    ['AMINA', 'AMINA'],
    ['محمد', 'محمد'],
  ]) {
    expect(capitalisedRecipient.parse(typed)).toBe(name);
    expect(capitalisedRecipient.parse(capitalisedRecipient.parse(typed))).toBe(name);
  }
});

test("reads the token of a gift's link, and ignores text added after it", () => {
  const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cX-_';
  for (const end of [
    '.',
    ',',
    ')',
    '!',
    '?',
    ' ',
    '%20',
    '\u200b',
    '”',
    '"',
    '>',
    '*',
    '-',
    '_',
    '.)',
    '…',
    ' asante',
  ])
    expect(claimToken.parse(`${token}${end}`)).toBe(token);
  expect(claimToken.parse(` ${token}`)).toBe(token);
});

test('reads the token of a link in an email, whatever its length, and ignores text added after it', () => {
  const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF';
  for (const end of ['.', ',', ')', '!', ' ', '%20', '\u200b', '”', '>'])
    expect(linkToken.parse(`${token}${end}`)).toBe(token);
  for (const nothing of ['', '.', '”']) expect(linkToken.safeParse(nothing).success).toBe(false);
});
