import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { onlyUntilReady } from '../features/session/administrator-guards.ts';
import { loginSearch, onlyFor } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';

export const adminFirstStepsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/first-steps',
  validateSearch: loginSearch,
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_ADMIN')(visit);
    await onlyUntilReady(visit);
  },
  component: lazyRouteComponent(() => import('../features/admin/first-steps-screen.tsx'), 'FirstStepsScreen'),
});
