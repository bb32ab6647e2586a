import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test("treats tags, Gmail's dots, its second domain and capital letters as the same mailbox", () => {
  const spellings = ['a.mina@gmail.com', 'Amina+1@Gmail.com', 'am.ina+x+y@googlemail.com'];
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['amina@gmail.com']));
});

test('outside Gmail, treats an address with a dot as another mailbox, but ignores tags', () => {
  expect(mailboxOf('a.mina+news@zawadi.test')).toBe('a.mina@zawadi.test');
  expect(mailboxOf('amina@zawadi.test')).toBe('amina@zawadi.test');
});
