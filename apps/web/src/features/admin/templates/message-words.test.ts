import { expect, test } from 'vitest';
import { describeWording, ownershipText, typedWording, wordingOf } from './message-words.ts';

const EMAIL = { subject: 'A gift', heading: 'Habari', text: 'For {recipient}', note: '' };

test('a wording comes back from the fields as it went in', () => {
  expect(wordingOf('email', typedWording(EMAIL))).toEqual(EMAIL);
  expect(wordingOf('sms', typedWording({ text: 'Zawadi {code}' }))).toEqual({ text: 'Zawadi {code}' });
});

test('a wording is described by its fields, and ours as such', () => {
  expect(describeWording(EMAIL)).toMatchObject({ Subject: 'A gift', 'Small print': '' });
  expect(describeWording({ text: 'Zawadi' })).toEqual({ Text: 'Zawadi' });
  expect(describeWording(null)).toEqual({ Wording: 'As it came' });
});

test('a list says which languages have words of the operator', () => {
  expect(ownershipText([])).toBe('As it came');
  expect(ownershipText([{ language: 'en' }, { language: 'sw' }])).toBe('Own words: English, Swahili');
});
