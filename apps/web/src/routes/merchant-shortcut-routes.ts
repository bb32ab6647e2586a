import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

const page = (name: 'transactions' | 'settlements' | 'api' | 'reports') => () => {
  redirect({ to: `/merchant/dashboard/${name}`, replace: true, throw: true });
};

/** Short URLs of the overview's quick actions, redirected to pages inside the dashboard. */
export const merchantShortcutRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/merchant/transactions',
    beforeLoad: page('transactions'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/merchant/settlements',
    beforeLoad: page('settlements'),
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/merchant/api', beforeLoad: page('api') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/merchant/reports', beforeLoad: page('reports') }),
] as const;
