import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginSearch, unlessSignedInAs } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: unlessSignedInAs('ROLE_USER'),
  component: lazyRouteComponent(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
});
