import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { onlyFor } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';

export const merchantDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/dashboard',
  beforeLoad: onlyFor('ROLE_MERCHANT'),
  component: lazyRouteComponent(() => import('../features/merchant/overview-screen.tsx'), 'OverviewScreen'),
});
