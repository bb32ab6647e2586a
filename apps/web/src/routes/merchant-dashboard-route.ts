import { createRoute } from '@tanstack/react-router';
import { onlyFor } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './screen-with-queries.tsx';

export const merchantDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/dashboard',
  beforeLoad: onlyFor('ROLE_MERCHANT'),
  component: screenWithQueries(
    async () => (await import('../features/shell/merchant-shell.tsx')).MerchantShell,
  ),
});
