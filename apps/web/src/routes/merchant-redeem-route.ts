import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantRedeemRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: 'redeem',
  component: lazyRouteComponent(() => import('../features/merchant/till/redeem-screen.tsx'), 'RedeemScreen'),
});
