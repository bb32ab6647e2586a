import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminUserRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$userId',
  component: lazyRouteComponent(() => import('../features/admin/users/user-screen.tsx'), 'UserScreen'),
});
