import { expect, test } from 'vitest';
import { describeWording, ownershipText, typedWording, wordingOf } from './message-words.ts';

const EMAIL = { subject: 'A gift', heading: 'Habari', text: 'For {recipient}', note: '' };

test('leaves a wording unchanged when it is filled into the fields and read back', () => {
  expect(wordingOf('email', typedWording(EMAIL))).toEqual(EMAIL);
  expect(wordingOf('sms', typedWording({ text: 'Zawadi {code}' }))).toEqual({ text: 'Zawadi {code}' });
});

test('describes a wording by its fields, and a default wording in one phrase', () => {
  expect(describeWording(EMAIL)).toMatchObject({ Subject: 'A gift', 'Small print': '' });
  expect(describeWording({ text: 'Zawadi' })).toEqual({ Text: 'Zawadi' });
  expect(describeWording(null)).toEqual({ Wording: 'As it came' });
});

test('the list shows the languages in which the operator changed the wording', () => {
  expect(ownershipText([])).toBe('As it came');
  expect(ownershipText([{ language: 'en' }, { language: 'sw' }])).toBe('Own words: English, Swahili');
});
