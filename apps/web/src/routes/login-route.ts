import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fromSearch, unlessSignedInAs } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: fromSearch,
  beforeLoad: unlessSignedInAs('ROLE_USER'),
  component: lazyRouteComponent(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
});
