import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

export const merchantForgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/forgot-password',
  component: lazyRouteComponent(
    () => import('../features/session/merchant-forgot-password-screen.tsx'),
    'MerchantForgotPasswordScreen',
  ),
});
