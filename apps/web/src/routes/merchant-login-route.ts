import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginSearch, unlessSignedInAs } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';

export const merchantLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/login',
  validateSearch: loginSearch,
  beforeLoad: unlessSignedInAs('ROLE_MERCHANT'),
  component: lazyRouteComponent(
    () => import('../features/session/merchant-login-screen.tsx'),
    'MerchantLoginScreen',
  ),
});
