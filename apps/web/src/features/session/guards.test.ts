import { isRedirect } from '@tanstack/react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { accessToken, answering, no, yes } from '../../api/testing/fake-server.ts';
import { clearTokens, readTokens } from '../../api/token-store.ts';
import {
  loginSearch,
  requireRole,
  ServerUnreachable,
  redirectToOwnHome,
  redirectIfSignedInAs,
} from './guards.ts';
import { sessionStore } from './session-store.ts';

const world = answering();
const user = { id: 'user-1', firstName: 'Amina', role: { name: 'ROLE_USER' } };

beforeEach(async () => {
  clearTokens();
  world.reply = () => yes(user);
  await sessionStore.load();
});

const visit = (href: string) => ({ location: { href, pathname: href.split('?')[0] ?? '' } });
const signIn = (role: string, sub = 'user-1') =>
  sessionStore.signIn({ accessToken: accessToken(sub, role), refreshToken: 'refresh' });

async function redirectOf(guarded: Promise<unknown>): Promise<unknown> {
  try {
    await guarded;
    return undefined;
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options;
    throw thrown;
  }
}

describe('guard of a page', () => {
  test("S467 redirects a signed-out user to the area's sign-in page, with the requested page in the URL", async () => {
    await expect(redirectOf(requireRole('ROLE_USER')(visit('/dashboard/wallet?x=1')))).resolves.toMatchObject(
      {
        to: '/login',
        search: { from: '/dashboard/wallet?x=1' },
      },
    );
    await expect(redirectOf(requireRole('ROLE_ADMIN')(visit('/admin')))).resolves.toMatchObject({
      to: '/admin/login',
    });
  });

  test('S36 admits users with its role, and redirects other users to its sign-in page', async () => {
    await signIn('ROLE_USER');
    await expect(redirectOf(requireRole('ROLE_USER')(visit('/dashboard')))).resolves.toBeUndefined();
    await expect(
      redirectOf(requireRole('ROLE_MERCHANT')(visit('/merchant/dashboard'))),
    ).resolves.toMatchObject({
      to: '/merchant/login',
    });
  });

  test('does not remember the page of a user who clicked Logout', async () => {
    await signIn('ROLE_USER');
    sessionStore.forget();
    const options = await redirectOf(requireRole('ROLE_USER')(visit('/dashboard/wallet')));
    expect(options).toMatchObject({ to: '/login' });
    expect(options).not.toHaveProperty('search.from');
  });

  test('offers to try again while the server is unreachable, and keeps the tokens', async () => {
    world.reply = () => ({ status: 0, hangUp: true });
    await signIn('ROLE_USER', 'user-2');
    await expect(requireRole('ROLE_USER')(visit('/dashboard'))).rejects.toThrow(ServerUnreachable);
    expect(readTokens()).toBeDefined();
  });
});

describe('guard of a sign-in page', () => {
  test('S27 redirects a signed-in user to the page that they came from, or home', async () => {
    await signIn('ROLE_USER');
    await expect(
      redirectOf(redirectIfSignedInAs('ROLE_USER')({ search: { from: '/dashboard/redeem' } })),
    ).resolves.toMatchObject({
      href: '/dashboard/redeem',
    });
    await expect(redirectOf(redirectIfSignedInAs('ROLE_USER')({ search: {} }))).resolves.toMatchObject({
      href: '/user/dashboard',
    });
  });

  test('shows the form to a user who is signed in to another area', async () => {
    await signIn('ROLE_USER');
    await expect(redirectOf(redirectIfSignedInAs('ROLE_MERCHANT')({ search: {} }))).resolves.toBeUndefined();
  });

  test('accepts only known parameters of its URL', () => {
    expect(loginSearch({ from: '/dashboard', notice: 'verify-email', other: 1 })).toEqual({
      from: '/dashboard',
      notice: 'verify-email',
    });
    expect(loginSearch({ from: 7, notice: 'hello' })).toEqual({});
  });
});

describe('session that the guards load', () => {
  test('S358 loads a merchant by the subject of the access token', async () => {
    world.seen.length = 0;
    world.reply = () => yes({ merchantCode: 'DUKA001' });
    await signIn('ROLE_MERCHANT', 'DUKA001');
    expect(world.seen).toMatchObject([
      { path: '/api/merchants/v1/merchant-details', body: { merchantCode: 'DUKA001' } },
    ]);
    await expect(redirectOf(redirectToOwnHome())).resolves.toMatchObject({ href: '/merchant/dashboard' });
  });

  test('S32 ends the session when the server no longer accepts its token', async () => {
    world.reply = () => no(401, 'session_expired');
    await expect(signIn('ROLE_USER')).resolves.toEqual({ status: 'signed-out' });
    expect(readTokens()).toBeUndefined();
    await expect(redirectOf(redirectToOwnHome())).resolves.toMatchObject({ href: '/login' });
  });

  test('keeps a signed-in user on the page while the server is unreachable', async () => {
    await signIn('ROLE_USER');
    world.reply = () => ({ status: 0, hangUp: true });
    await expect(sessionStore.load()).resolves.toMatchObject({ status: 'signed-in' });
  });
});
