import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminSettlementSearch } from '../features/admin/settlements/admin-settlement-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminSettlementsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settlements',
  validateSearch: adminSettlementSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/settlements/settlements-screen.tsx'),
    'SettlementsScreen',
  ),
});
