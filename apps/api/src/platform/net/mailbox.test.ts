import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test("treats tags, Gmail's dots, its second domain and capital letters as one mailbox", () => {
  const spellings = ['a.mina@gmail.com', 'Amina+1@Gmail.com', 'am.ina+x+y@googlemail.com'];
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['amina@gmail.com']));
});

test('distinguishes mailboxes of other domains by dots, but not by tags', () => {
  expect(mailboxOf('a.mina+news@zawadi.test')).toBe('a.mina@zawadi.test');
  expect(mailboxOf('amina@zawadi.test')).toBe('amina@zawadi.test');
});
