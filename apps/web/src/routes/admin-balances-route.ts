import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminBalancesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reconciliation/balances',
  component: lazyRouteComponent(
    () => import('../features/admin/reconciliation/balances-screen.tsx'),
    'BalancesScreen',
  ),
});
