import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { dashboardRoute } from './dashboard-route.ts';

export const profileRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/profile',
  component: lazyRouteComponent(
    () => import('../features/consumer/profile/profile-screen.tsx'),
    'ProfileScreen',
  ),
});
