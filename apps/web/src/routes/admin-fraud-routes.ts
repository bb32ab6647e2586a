import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fraudCaseSearch } from '../features/admin/fraud-cases/fraud-case-search.ts';
import { fraudSearch } from '../features/admin/fraud/fraud-search.ts';
import { blockSearch } from '../features/admin/block-list/block-search.ts';
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

const adminBlockListRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/fraud-alerts/block-list',
  validateSearch: blockSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/block-list/block-list-screen.tsx'),
    'BlockListScreen',
  ),
});

const adminFraudCasesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/fraud-cases',
  validateSearch: fraudCaseSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/fraud-cases/fraud-cases-screen.tsx'),
    'FraudCasesScreen',
  ),
});

const adminFraudCaseRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/fraud-cases/$caseId',
  component: lazyRouteComponent(
    () => import('../features/admin/fraud-cases/fraud-case-screen.tsx'),
    'FraudCaseScreen',
  ),
});

export const adminFraudRoutes = [
  adminFraudAlertsRoute,
  adminBlockListRoute,
  adminFraudAlertRoute,
  adminFraudCasesRoute,
  adminFraudCaseRoute,
] as const;
