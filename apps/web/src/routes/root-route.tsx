import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { onlyOnceReady } from '../features/session/administrator-guards.ts';
import { onlyFor } from '../features/session/guards.ts';
import { RootLayout } from '../features/shell/root-layout.tsx';
import { screenWithQueries } from './lazy-screens.tsx';

export const rootRoute = createRootRoute({ component: RootLayout });

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_ADMIN')(visit);
    await onlyOnceReady(visit);
  },
  component: screenWithQueries(async () => (await import('../features/shell/admin-shell.tsx')).AdminShell),
});

/** For addresses that nothing is registered at. The guards of the target send a visitor without a session to its login. */
export const goTo = (target: string) => () => {
  redirect({ to: target, replace: true, throw: true });
};
