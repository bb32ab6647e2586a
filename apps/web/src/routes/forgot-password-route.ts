import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { returnSearch } from '../features/session/return-to-login.ts';
import { rootRoute } from './root-route.tsx';

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  validateSearch: returnSearch,
  component: lazyRouteComponent(
    () => import('../features/session/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
});
