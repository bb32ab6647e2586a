import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { onlyForOwnersAndManagers } from '../features/session/merchant-guards.ts';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantSettlementRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settlements/$batchId',
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/settlements/settlement-screen.tsx'),
    'SettlementScreen',
  ),
});
