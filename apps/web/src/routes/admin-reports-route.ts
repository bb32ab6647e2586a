import { createRoute, redirect } from '@tanstack/react-router';
import { reportSearch } from '../features/admin/reports/report-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminReportsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports',
  validateSearch: reportSearch,
  beforeLoad: ({ search }) => {
    redirect({
      to: '/admin/reports/$report',
      params: { report: 'volume' },
      search,
      replace: true,
      throw: true,
    });
  },
});
