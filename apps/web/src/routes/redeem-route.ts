import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { wizardSearch } from './wizard-search.ts';
import { dashboardRoute } from './dashboard-route.ts';

export const redeemRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/redeem',
  validateSearch: wizardSearch,
  component: lazyRouteComponent(
    () => import('../features/consumer/redeem/redeem-screen.tsx'),
    'RedeemScreen',
  ),
});
