import { expect, test } from 'vitest';
import type { z } from 'zod';
import * as contract from './index.ts';
import type { Endpoint } from './endpoint.ts';
import { businessName, fullName, personName, recipientName } from './names.ts';
import { shownAddress, shownBusiness, shownPerson, shownQuote } from './strangers-words.ts';
import { updateProfile } from './users-profile.ts';
import { signup } from './users-sign-up.ts';
import { claimAsNewPerson } from './vouchers-claim.ts';

/** Returns the stable codes of a value's refusals. */
function codesOf(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => String((issue.code === 'custom' && issue.params?.['code']) || issue.message));
}

test('each rule for names refuses with its own code', () => {
  expect(codesOf(personName, 'Call 0712')).toEqual(['name_signs']);
  expect(codesOf(personName, 'Amina 🎉')).toEqual(['name_signs']);
  expect(codesOf(personName, 't.me')).toEqual(['name_link']);
  expect(codesOf(personName, 'Zawadi Support')).toEqual(['name_impostor']);
  expect(codesOf(personName, 'Lipa na Mpesa')).toEqual(['name_impostor']);
  expect(codesOf(businessName, 'Mama Njeri 🎉')).toEqual(['business_name_signs']);
  expect(codesOf(businessName, 'Till 0712 345 678')).toEqual(['business_name_number']);
  expect(codesOf(businessName, 'Jumia.co.ke')).toEqual(['name_link']);
  expect(codesOf(businessName, 'M-PESA Customer Care')).toEqual(['business_name_impostor']);
});

test('a first or last name has at most 40 letters, and a full name at most 80', () => {
  expect(codesOf(personName, 'W'.repeat(40))).toEqual([]);
  expect(codesOf(personName, 'W'.repeat(41))).toEqual(['Please use at most 40 characters']);
  expect(codesOf(fullName, `${'W'.repeat(39)} ${'M'.repeat(40)}`)).toEqual([]);
});

test('accepts Zawadi as a name, but not next to a word such as Care or Team', () => {
  for (const name of ['Zawadi', 'Zawadi Mwangi', 'Neema Zawadi', 'Grace Care', 'Mercy Bank'])
    expect(codesOf(fullName, name), name).toEqual([]);
  for (const name of ['Zawadi Care', 'Team Zawadi', 'Ζаwаdі Ѕеcurity', 'Z A W A D I Help', 'Equity Bank'])
    expect(codesOf(fullName, name), name).toEqual(['name_impostor']);
});

test('refuses a brand that is written with strokes and hooks, but accepts such letters in names', () => {
  for (const name of ['Ƶawadi Security', 'Ⱬⱥⱳⱥđɨ Help', 'Ꞩafaricoɱ Team', 'Ɱ-Ƥɇʂɑ Care', 'Airtel Support'])
    expect(codesOf(fullName, name), name).toEqual(['name_impostor']);
  for (const name of ['Łukasz Wójcik', 'Søren Ødegård', 'Ŋũnjiri Mwaŋgi', 'Ɓa Ɗan Ƙaura'])
    expect(codesOf(fullName, name), name).toEqual([]);
});

test('every call that sets a first and a last name refuses "Zawadi Support", although each name is fine alone', () => {
  const names = { firstName: 'Zawadi', lastName: 'Support' };
  const person = { email: 'amina@example.test', phoneNumber: '0712345678', password: 'correct-horse-1' };
  expect(codesOf(signup.body, { ...person, ...names })).toEqual(['name_impostor']);
  expect(codesOf(updateProfile.body, names)).toEqual(['name_impostor']);
  const { email, password } = person;
  expect(codesOf(claimAsNewPerson.body, { proof: 'abc', email, password, ...names })).toEqual([
    'name_impostor',
  ]);
});

/** Names without these rules, each with the reason. */
const WITHOUT_RULE: Record<string, string> = {
  fullName: 'What a buyer calls a recipient is folded for its readers.',
  'gifts.0.fullName': 'The same in a basket.',
  'gifts.1.fullName': 'The same in a basket.',
  recipientName: 'What a merchant calls a recipient is folded for its readers.',
  'recipient.name': 'The same in the merchant API.',
  registeredName: 'M-PESA’s words, taken only when they equal the proven name of the account.',
  'map.accounts.0.name':
    'An account of the operator’s own bookkeeping, often with its number, read by nobody else.',
  'invoicing.seller.name': 'The operator itself, as it is registered.',
  '/api/admin/v1/saved-views/:viewId name': 'A name for filters, read by colleagues only.',
};

function namesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'string' && /^(?:name|label|description|[a-z]+Name)$/u.test(key)
      ? [[...path, key]]
      : namesIn(inner, [...path, key]),
  );
}

function withValue(value: unknown, [key = '', ...rest]: string[], typed: string): unknown {
  const fields = Object.entries(value ?? {}).map(([name, inner]: [string, unknown]) =>
    name === key ? [name, rest.length === 0 ? typed : withValue(inner, rest, typed)] : [name, inner],
  );
  const changed: unknown = Object.fromEntries(fields);
  return Array.isArray(value) ? Object.values(Object(changed)) : changed;
}

function isEndpoint(one: unknown): one is Endpoint {
  return typeof one === 'object' && one !== null && 'audience' in one && 'path' in one;
}

const typedNames = Object.values<unknown>(contract)
  .filter(isEndpoint)
  .flatMap(({ path, body, example }) =>
    body === undefined ? [] : namesIn(example?.body).map((name) => ({ path, body, example, name })),
  )
  .filter(({ path, name }) =>
    [name.join('.'), `${path} ${name.join('.')}`].every((one) => !(one in WITHOUT_RULE)),
  );

test('refuses a link or phone number in every name that a person types', () => {
  for (const { path, body, example, name } of typedNames) {
    for (const typed of ['See evil.test now', 'Call 0712 345 678']) {
      const { error } = body.safeParse(withValue(example?.body, name, typed));
      const refused = (error?.issues ?? []).map((issue) => issue.path.join('.'));
      expect.soft(refused, `${path} ${name.join('.')}: ${typed}`).toContain(name.join('.'));
    }
  }
});

test('replaces the special apostrophes, hyphens and spaces of phone keyboards in names', () => {
  expect(personName.parse('Ng`ang´a')).toBe("Ng'ang'a");
  expect(personName.parse('Ng’ang’a')).toBe('Ng’ang’a');
  expect(personName.parse('Anne‑Marie\u00a0 Wanjiku')).toBe('Anne-Marie Wanjiku');
  expect(personName.parse('njeri wa kamau')).toBe('Njeri wa Kamau');
});

test('accepts any recipient name from a buyer, and removes links and phone numbers when showing it', () => {
  for (const [typed, shown] of [
    ['Mama Njeri (Gilgil)', 'Mama Njeri (Gilgil)'],
    ['Mama 🎉 Njeri', 'Mama Njeri'],
    ['Njeri 0712 345 678', 'Njeri'],
    ['Zawadi Support', ''],
    ['Win at evil.com', ''],
  ] as const) {
    expect(recipientName.parse(typed)).toBe(typed);
    expect(shownPerson(typed)).toBe(shown);
  }
  expect(shownBusiness('Shop 0712/345/678')).toBe('Shop');
});

test('a quoted message keeps its words but loses links, phone numbers and quotation marks', () => {
  expect(shownQuote('Psalm 23:4 ❤ “Amen”')).toBe("Psalm 23:4 ❤ 'Amen'");
  expect(shownQuote('KES 1,000 for you')).toBe('KES 1,000 for you');
  expect(shownQuote('Call 0712/345/678 now')).toBe('Call now');
  expect(shownQuote('Piga ٠٧١٢ ٣٤٥ ٦٧٨')).toBe('Piga');
  expect(shownQuote('See https://evil.test/a, t.me/win or www.evil.test')).toBe('See or');
  expect(shownQuote('Asante.Mungu akubariki')).toBe('Asante. Mungu akubariki');
  expect(shownQuote('http://evil.test')).toBe('');
});

test('an email address within one of our texts is shortened to one word', () => {
  expect(shownAddress('a***@zawadi.example')).toBe('a***@zawadi.example');
  expect(shownAddress('Win <a@evil.test>\nnow')).toBe('Wina@evil.testnow');
  expect(shownAddress(`${'a'.repeat(300)}@x.test`)).toHaveLength(65);
  expect(shownAddress('evil.test')).toBe('…');
});
