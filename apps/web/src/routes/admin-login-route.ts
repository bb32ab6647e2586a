import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginSearch, unlessSignedInAs } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';

export const adminLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/login',
  validateSearch: loginSearch,
  beforeLoad: unlessSignedInAs('ROLE_ADMIN'),
  component: lazyRouteComponent(
    () => import('../features/session/admin-login-screen.tsx'),
    'AdminLoginScreen',
  ),
});
