import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantSupportRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/support',
  component: lazyRouteComponent(
    () => import('../features/merchant/support/support-screen.tsx'),
    'SupportScreen',
  ),
});
