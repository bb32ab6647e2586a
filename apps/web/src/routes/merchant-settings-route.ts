import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantSettingsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/merchant/settings/settings-screen.tsx'),
    'SettingsScreen',
  ),
});
