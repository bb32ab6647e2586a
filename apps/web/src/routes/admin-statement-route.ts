import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { itemSearch } from '../features/admin/reconciliation/item-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminStatementRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reconciliation/statements/$runId',
  validateSearch: itemSearch,
  component: lazyRouteComponent(() => import('../features/admin/reconciliation/run-screen.tsx'), 'RunScreen'),
});
