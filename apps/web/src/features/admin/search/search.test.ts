import { expect, test, vi } from 'vitest';
import { divertSecretsToGlobalSearch, isSecret } from './divert-secrets.ts';
import { onSearchRequest } from './find-requests.ts';
import { groupsOf, onlyHit, type Found } from './hits.ts';

const NOTHING: Found = {
  readAs: 'text',
  people: [],
  merchants: [],
  payments: [],
  vouchers: [],
  settlements: [],
  statementLines: [],
  letters: [],
  more: [],
};
const person = (name: string, isNamed: boolean) => ({
  isNamed,
  userId: `id of ${name}`,
  name,
  email: 'amina@example.test',
  status: 'ACTIVE' as const,
});
const merchant = (merchantCode: string, isNamed: boolean) => ({
  isNamed,
  merchantCode,
  businessName: 'Duka',
  status: 'ACTIVE' as const,
});

test('Enter opens the only exact match, or the only result', () => {
  const only = (found: Partial<Found>) => onlyHit(groupsOf({ ...NOTHING, ...found }, 'x'))?.key;
  expect(only({})).toBeUndefined();
  expect(only({ people: [person('Amina', false)] })).toBe('id of Amina');
  expect(only({ people: [person('Amina', false), person('Brian', false)] })).toBeUndefined();
  expect(only({ people: [person('Amina', true), person('Brian', false)] })).toBe('id of Amina');
  expect(only({ people: [person('Amina', true)], merchants: [merchant('DUKA001', true)] })).toBeUndefined();
});

test('shows the kind of record with the exact match first', () => {
  const found = { ...NOTHING, people: [person('Amina', false)], merchants: [merchant('DUKA001', true)] };
  expect(groupsOf(found, 'x').map(({ label }) => label)).toEqual(['Merchants', 'People']);
});

test('a whole voucher code or gift link never becomes part of a list’s URL', () => {
  const change = vi.fn<(part: Record<string, unknown>) => void>();
  const asked: string[] = [];
  const end = onSearchRequest((text) => void asked.push(text));
  const narrow = divertSecretsToGlobalSearch(change);
  const secrets = ['0000-0000-0000-0000', `https://zawadi.test/v/${'a'.repeat(32)}`];
  for (const search of secrets) narrow({ search });
  expect(asked).toEqual(secrets);
  expect(change.mock.calls).toEqual([[{ search: undefined }], [{ search: undefined }]]);
  narrow({ search: 'UKN3A7B2C9' });
  expect(change).toHaveBeenLastCalledWith({ search: 'UKN3A7B2C9' });
  expect(isSecret('1F2A')).toBe(false);
  end();
});
