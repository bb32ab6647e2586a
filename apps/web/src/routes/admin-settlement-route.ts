import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminSettlementRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settlements/$batchId',
  component: lazyRouteComponent(
    () => import('../features/admin/settlements/settlement-screen.tsx'),
    'SettlementScreen',
  ),
});
