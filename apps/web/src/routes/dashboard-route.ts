import { createRoute } from '@tanstack/react-router';
import { onlyFor } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './screen-with-queries.tsx';

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: onlyFor('ROLE_USER'),
  component: screenWithQueries(
    async () => (await import('../features/shell/consumer-shell.tsx')).ConsumerShell,
  ),
});
