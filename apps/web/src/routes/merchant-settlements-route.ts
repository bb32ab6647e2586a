import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settlementSearch } from '../features/settlement-batch/settlement-search.ts';
import { onlyForOwnersAndManagers } from '../features/session/merchant-guards.ts';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantSettlementsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settlements',
  validateSearch: settlementSearch,
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/settlements/settlements-screen.tsx'),
    'SettlementsScreen',
  ),
});
