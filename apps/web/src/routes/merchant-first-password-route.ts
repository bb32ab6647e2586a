import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginSearch, onlyFor } from '../features/session/guards.ts';
import { onlyWithTemporaryPassword } from '../features/session/merchant-guards.ts';
import { rootRoute } from './root-route.tsx';

export const merchantFirstPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/first-password',
  validateSearch: loginSearch,
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_MERCHANT')(visit);
    await onlyWithTemporaryPassword(visit);
  },
  component: lazyRouteComponent(
    () => import('../features/merchant/first-password-screen.tsx'),
    'FirstPasswordScreen',
  ),
});
