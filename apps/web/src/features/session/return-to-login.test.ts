import { expect, test } from 'vitest';
import { resetSearch, returnSearch } from './return-to-login.ts';

test.each(['/merchant/login', '/admin/login'])('S31 a reset from %s keeps that in its address', (login) => {
  expect(returnSearch({ login })).toEqual({ login });
  expect(resetSearch({ email: 'a@b.test', login })).toEqual({ email: 'a@b.test', login });
});

test('treats any other value in the URL as the consumers’ sign-in', () => {
  for (const login of ['/login', 'https://evil.test/login', '/dashboard', 7, undefined])
    expect(returnSearch({ login })).toEqual({});
});
