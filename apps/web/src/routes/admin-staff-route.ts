import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminStaffRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/staff',
  component: lazyRouteComponent(
    () => import('../features/admin/administrators/staff-screen.tsx'),
    'StaffScreen',
  ),
});
