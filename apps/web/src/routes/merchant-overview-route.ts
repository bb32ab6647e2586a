import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantOverviewRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/merchant/overview-screen.tsx'), 'OverviewScreen'),
});
