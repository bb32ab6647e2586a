import { expect, test } from 'vitest';
import { contactOf, matchingContacts } from './matching-contacts.ts';

const people = [
  'Brian Otieno',
  'Fatuma Said',
  'Mama Akinyi',
  'Kevin Mutua',
  'Njeri Kamau',
  'Abdi Ali',
  'Zuri Kamau',
];
const contacts = people.map((name, index) =>
  contactOf({ name, msisdn: `25471200000${index}`, email: `${index}@zawadi.test` }),
);
const names = (typed: string) => matchingContacts(contacts, typed).map(({ fullName }) => fullName);

test('offers the latest six contacts before anything is typed', () => {
  expect(names('')).toEqual(people.slice(0, 6));
});

test('filters by beginnings of words in any order, ignoring case, accents and apostrophes', () => {
  expect(names(' KAMAU')).toEqual(['Njeri Kamau', 'Zuri Kamau']);
  expect(names('kam zu')).toEqual(['Zuri Kamau']);
  expect(names('m’ama akĩ')).toEqual(['Mama Akinyi']);
  expect(names('amau')).toEqual([]);
  expect(names('xyz')).toEqual([]);
});

test('offers no contact after a whole name was typed', () => {
  expect(names('Brian Otieno')).toEqual([]);
});

test('formats a phone number as people in Kenya write it', () => {
  expect(contacts[2]).toMatchObject({ phone: '254712000002', phoneText: '0712 000 002' });
});
