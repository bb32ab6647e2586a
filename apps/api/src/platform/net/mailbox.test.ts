import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test('tags, dots of Gmail, its second domain and capital letters name one mailbox', () => {
  const spellings = ['a.mina@gmail.com', 'Amina+1@Gmail.com', 'am.ina+x+y@googlemail.com'];
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['amina@gmail.com']));
});

test('dots tell mailboxes of other domains apart, and tags do not', () => {
  expect(mailboxOf('a.mina+news@zawadi.test')).toBe('a.mina@zawadi.test');
  expect(mailboxOf('amina@zawadi.test')).toBe('amina@zawadi.test');
});
