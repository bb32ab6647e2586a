import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { onlyForOwnersAndManagers } from '../features/session/merchant-guards.ts';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantApiRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/api',
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/api-access/api-access-screen.tsx'),
    'ApiAccessScreen',
  ),
});
