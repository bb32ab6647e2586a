import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminFeesAndLimitsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/fees-and-limits',
  component: lazyRouteComponent(
    () => import('../features/admin/fees-and-limits/fees-and-limits-screen.tsx'),
    'FeesAndLimitsScreen',
  ),
});
