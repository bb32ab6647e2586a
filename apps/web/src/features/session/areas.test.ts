import { describe, expect, test } from 'vitest';
import { destinationOf, loginOf } from './areas.ts';

describe('page opened after signing in', () => {
  test('S23 a consumer returns to the page that required the sign-in', () => {
    for (const [from, expected] of [
      ['/dashboard/wallet', '/dashboard/wallet'],
      ['/dashboard/buy-gifts?requestId=1#top', '/dashboard/buy-gifts?requestId=1#top'],
      ['/v/abc', '/v/abc'],
      ['/dashboard', '/dashboard'],
    ] as const)
      expect.soft(destinationOf('ROLE_USER', from), from).toBe(expected);
  });

  test('S25 a consumer is not redirected to a URL of another site or area', () => {
    for (const from of [
      'https://evil.test/dashboard',
      '//evil.test/dashboard',
      '/\\evil.test/dashboard',
      '/\t/evil.test/dashboard',
      'javascript:alert(1)',
      '/dashboard/../admin',
      '/dashboardish',
      '/admin',
      '/merchant/dashboard',
      '/login',
      'dashboard',
      '',
      undefined,
      42,
    ])
      expect.soft(destinationOf('ROLE_USER', from), `“${from}”`).toBe('/user/dashboard');
  });

  test('opens only pages of the role’s own area', () => {
    expect(destinationOf('ROLE_MERCHANT', '/merchant/dashboard/api')).toBe('/merchant/dashboard/api');
    expect(destinationOf('ROLE_MERCHANT', '/merchant/login')).toBe('/merchant/dashboard');
    expect(destinationOf('ROLE_MERCHANT', '/dashboard')).toBe('/merchant/dashboard');
    expect(destinationOf('ROLE_ADMIN', '/admin/merchants')).toBe('/admin/merchants');
    expect(destinationOf('ROLE_ADMIN', '/administrator')).toBe('/admin');
  });
});

test('chooses the sign-in page by the start of the path', () => {
  expect(loginOf('/merchant/dashboard')).toBe('/merchant/login');
  expect(loginOf('/admin')).toBe('/admin/login');
  expect(loginOf('/administrator')).toBe('/login');
  expect(loginOf('/dashboard/wallet')).toBe('/login');
});
