// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../ui/testing/dom.tsx';
import { useLinkToken } from './link-token.ts';

function Linked() {
  return <p>{`token: ${useLinkToken()}`}</p>;
}

/** Opens a page by a mailed link. Its sign-in page stays loading until the test lets it load. */
async function openLink(address: string) {
  let loginHasLoaded: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => (loginHasLoaded = resolve));
  const root = createRootRoute({ component: Outlet });
  const linked = createRoute({ getParentRoute: () => root, path: '/reset-password', component: Linked });
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    loader: async () => loading,
    component: () => <p>Sign in</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([linked, login]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  draw(<RouterProvider router={router as never} />);
  await screen.findByText(/^token:/u);
  return { router, loginHasLoaded };
}

test("keeps the link's token while the next page loads", async () => {
  const { router, loginHasLoaded } = await openLink('/reset-password#token=abc');
  expect(screen.getByText('token: abc')).toBeDefined();
  let leaving: Promise<void> | undefined;
  act(() => {
    leaving = router.navigate({ to: '/login' });
  });
  await expect.poll(() => router.state.location.pathname).toBe('/login');
  expect(screen.getByText('token: abc')).toBeDefined();
  await act(async () => {
    loginHasLoaded();
    await leaving;
  });
  expect(await screen.findByText('Sign in')).toBeDefined();
});

test('another link in the same tab replaces the token, also if an older mail has it in the query', async () => {
  const { router } = await openLink('/reset-password?token=older');
  expect(screen.getByText('token: older')).toBeDefined();
  await act(async () =>
    router.navigate({ to: '/reset-password', search: { email: '' }, hash: 'token=newer' }),
  );
  expect(await screen.findByText('token: newer')).toBeDefined();
});

test('returns no token if the page was opened without a link', async () => {
  await openLink('/reset-password');
  expect(screen.getByText('token:')).toBeDefined();
});
