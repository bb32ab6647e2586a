import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reportSearch } from '../features/merchant/reports/report-search.ts';
import { onlyForOwnersAndManagers } from '../features/session/merchant-guards.ts';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantReportsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/reports',
  validateSearch: reportSearch,
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/reports/reports-screen.tsx'),
    'ReportsScreen',
  ),
});
