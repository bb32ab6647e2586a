import { createRoute } from '@tanstack/react-router';
import { requireFirstStepsDone } from '../features/session/administrator-guards.ts';
import { requireRole } from '../features/session/guards.ts';
import { screenWithQueries } from './lazy-screens.tsx';
import { rootRoute } from './root-route.tsx';

/** Layout of all administrators' pages. */
export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: async (visit) => {
    await requireRole('ROLE_ADMIN')(visit);
    await requireFirstStepsDone(visit);
  },
  component: screenWithQueries(async () => (await import('../features/shell/admin-shell.tsx')).AdminShell),
});
