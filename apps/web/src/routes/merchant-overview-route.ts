import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { onlyForOwnersAndManagers } from '../features/session/merchant-guards.ts';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantOverviewRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/',
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/overview/overview-screen.tsx'),
    'OverviewScreen',
  ),
});
