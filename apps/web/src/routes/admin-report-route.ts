import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { reportNamed, reportSearch } from '../features/admin/reports/report-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminReportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports/$report',
  validateSearch: reportSearch,
  beforeLoad: ({ params, search }) => {
    if (reportNamed(params.report) !== undefined) return;
    redirect({
      to: '/admin/reports/$report',
      params: { report: 'volume' },
      search,
      replace: true,
      throw: true,
    });
  },
  component: lazyRouteComponent(
    () => import('../features/admin/reports/reports-screen.tsx'),
    'ReportsScreen',
  ),
});
