import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { itemSearch } from '../features/admin/reconciliation/item-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminReconciliationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reconciliation',
  validateSearch: itemSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/reconciliation/differences-screen.tsx'),
    'DifferencesScreen',
  ),
});
