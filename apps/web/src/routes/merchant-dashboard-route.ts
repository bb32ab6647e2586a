import { createRoute } from '@tanstack/react-router';
import { onlyFor } from '../features/session/guards.ts';
import { onlyWithOwnPassword } from '../features/session/merchant-guards.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './screen-with-queries.tsx';

export const merchantDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/dashboard',
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_MERCHANT')(visit);
    await onlyWithOwnPassword(visit);
  },
  component: screenWithQueries(
    async () => (await import('../features/shell/merchant-shell.tsx')).MerchantShell,
  ),
});
