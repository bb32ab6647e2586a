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

test('offers the latest six before anything is typed', () => {
  expect(names('')).toEqual(people.slice(0, 6));
});

test('filters by any part of the name, in any case', () => {
  expect(names(' KAMAU')).toEqual(['Njeri Kamau', 'Zuri Kamau']);
  expect(names('xyz')).toEqual([]);
});

test('once a name is complete, offers no other', () => {
  expect(names('Brian Otieno')).toEqual([]);
});

test('formats a number as people in Kenya read it', () => {
  expect(contacts[2]).toMatchObject({ phone: '254712000002', phoneText: '0712 000 002' });
});
