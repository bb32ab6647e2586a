import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminStatementsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reconciliation/statements',
  component: lazyRouteComponent(
    () => import('../features/admin/reconciliation/statements-screen.tsx'),
    'StatementsScreen',
  ),
});
