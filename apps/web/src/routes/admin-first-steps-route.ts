import { createRoute } from '@tanstack/react-router';
import { onlyUntilReady } from '../features/session/administrator-guards.ts';
import { loginSearch, onlyFor } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './screen-with-queries.tsx';

export const adminFirstStepsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/first-steps',
  validateSearch: loginSearch,
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_ADMIN')(visit);
    await onlyUntilReady(visit);
  },
  component: screenWithQueries(
    async () => (await import('../features/admin/first-steps-screen.tsx')).FirstStepsScreen,
  ),
});
