import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { resetSearch } from '../features/session/return-to-login.ts';
import { rootRoute } from './root-route.tsx';

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: resetSearch,
  component: lazyRouteComponent(
    () => import('../features/session/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
});
