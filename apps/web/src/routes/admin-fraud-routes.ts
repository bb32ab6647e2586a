import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fraudSearch } from '../features/admin/fraud/fraud-search.ts';
import { adminRoute } from './admin-route.ts';

const adminFraudAlertsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/fraud-alerts',
  validateSearch: fraudSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/fraud/fraud-alerts-screen.tsx'),
    'FraudAlertsScreen',
  ),
});

const adminFraudAlertRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/fraud-alerts/$alertId',
  component: lazyRouteComponent(
    () => import('../features/admin/fraud/fraud-alert-screen.tsx'),
    'FraudAlertScreen',
  ),
});

export const adminFraudRoutes = [adminFraudAlertsRoute, adminFraudAlertRoute] as const;
