import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { dashboardRoute } from './dashboard-route.ts';

export const dashboardIndexRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/consumer/dashboard/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
});
