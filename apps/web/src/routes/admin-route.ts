import { createRoute } from '@tanstack/react-router';
import { onlyFor } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './screen-with-queries.tsx';

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: onlyFor('ROLE_ADMIN'),
  component: screenWithQueries(async () => (await import('../features/shell/admin-shell.tsx')).AdminShell),
});
