import { createRoute } from '@tanstack/react-router';
import { onlyOnceReady } from '../features/session/administrator-guards.ts';
import { onlyFor } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './screen-with-queries.tsx';

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_ADMIN')(visit);
    await onlyOnceReady(visit);
  },
  component: screenWithQueries(async () => (await import('../features/shell/admin-shell.tsx')).AdminShell),
});
