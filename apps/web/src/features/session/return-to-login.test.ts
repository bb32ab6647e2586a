import { expect, test } from 'vitest';
import { resetSearch, returnSearch } from './return-to-login.ts';

test.each(['/merchant/login', '/admin/login'])('S31 a reset that came from %s carries it along', (login) => {
  expect(returnSearch({ login })).toEqual({ login });
  expect(resetSearch({ email: 'a@b.test', login })).toEqual({ email: 'a@b.test', login });
});

test('anything else in the address means the consumer’s login', () => {
  for (const login of ['/login', 'https://evil.test/login', '/dashboard', 7, undefined])
    expect(returnSearch({ login })).toEqual({});
});
