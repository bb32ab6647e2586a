import { createRoute } from '@tanstack/react-router';
import { onlyOnceReady } from '../features/session/administrator-guards.ts';
import { onlyFor } from '../features/session/guards.ts';
import { screenWithQueries } from './lazy-screens.tsx';
import { rootRoute } from './root-route.tsx';

/** Layout of every administrators' page. */
export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_ADMIN')(visit);
    await onlyOnceReady(visit);
  },
  component: screenWithQueries(async () => (await import('../features/shell/admin-shell.tsx')).AdminShell),
});
