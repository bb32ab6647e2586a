import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminChargesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/charges',
  component: lazyRouteComponent(
    () => import('../features/admin/charges/charges-screen.tsx'),
    'ChargesScreen',
  ),
});
