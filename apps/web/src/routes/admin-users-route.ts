import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { userSearch } from '../features/admin/users/user-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: userSearch,
  component: lazyRouteComponent(() => import('../features/admin/users/users-screen.tsx'), 'UsersScreen'),
});
